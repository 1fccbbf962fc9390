/** Asks whether a mail is to go out, as it is or changed. */
export const APPROVE_MAIL = {
  type: "object",
  properties: {
    approved: { type: "boolean", title: "Send this mail" },
    editedArgs: {
      type: "object",
      title: "Mail",
      properties: {
        to: { type: "string", title: "To", format: "email" },
        subject: { type: "string", title: "Subject", minLength: 1 },
        body: { type: "string", title: "Text", maxLength: 2000 },
      },
      required: ["to", "subject", "body"],
    },
  },
  required: ["approved"],
};
