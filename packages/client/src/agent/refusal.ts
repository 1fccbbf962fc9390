/** Why a request was refused before its run began. */
export type RefusalCode =
  | "INVALID_INPUT"
  | "INVALID_BODY"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "NOT_ACCEPTABLE"
  | "METHOD_NOT_ALLOWED"
  | "BODY_TOO_LARGE";

/** The JSON body of a refusal. */
export interface Refusal {
  code: RefusalCode;
  /** What was wrong, for the developer who sent it. */
  message: string;
}

const STATUS: Record<RefusalCode, number> = {
  INVALID_INPUT: 400,
  INVALID_BODY: 400,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
};

/** The methods that are answered, as the `allow` header has them. */
export const ALLOWED_METHODS = "POST, OPTIONS";

/** The response that refuses a request. */
export function toRefusal(code: RefusalCode, message: string): Response {
  const body: Refusal = { code, message };
  return new Response(JSON.stringify(body), {
    status: STATUS[code],
    headers: {
      "content-type": "application/json",
      vary: "accept",
      ...(code === "METHOD_NOT_ALLOWED" && { allow: ALLOWED_METHODS }),
    },
  });
}

/** The response that refuses a method. */
export const refuseMethod = (method: string): Response =>
  toRefusal("METHOD_NOT_ALLOWED", `An agent takes POST, not ${method}`);
