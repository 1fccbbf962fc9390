import { type FieldError, questionWords } from "@holdpoint/client";
import { toDurationWords } from "./lib/duration-words.ts";
import { type KitMessages, kitMessages } from "./lib/kit-messages.ts";

/** The words of the panel and its forms. */
export interface PanelMessages {
  /** Heading of the panel. */
  panelTitle: string;
  /** Nothing has been answered yet. */
  waiting: (total: number) => string;
  /** Some are answered. */
  progress: (done: number, total: number) => string;
  allAnswered: string;
  /** As `allAnswered`, for a batch that has been sent before. */
  allAnsweredAgain: string;
  sending: (total: number) => string;
  /** Another tab of this app is sending. */
  sendingElsewhere: string;
  /** Another tab of this app has sent its answers. */
  answeredElsewhere: string;
  /** Announced, not shown: the agent has taken the answers. */
  accepted: (total: number) => string;
  /** The answers did not leave; `reason` is a whole sentence. */
  notSent: (reason: string) => string;
  unreachable: string;
  /** The request may have left, but no run came back; `reason` is a whole sentence. */
  notStarted: (reason: string) => string;
  /** Something was to be sent while questions are open. */
  answerFirst: string;
  /** Something was to be sent while nobody knows whether the last answers arrived. */
  settleFirst: string;
  /** Something was to be sent while a run is out. */
  busy: string;
  notAccepted: string;
  /** The agent did not accept the answers, and nothing has been changed since. */
  lookAgain: string;
  unknownEnd: string;
  leaveQuestion: string;

  send: (total: number) => string;
  tryAgain: string;
  sendAgain: string;
  stop: string;
  declineAll: string;
  /** Approves every question that is open; sends nothing. */
  approveAll: string;
  leave: string;
  leaveConfirm: string;
  leaveCancel: string;
  /** Why the answers cannot be sent yet. */
  stillOpen: (open: number) => string;
  /** Heading of the list of faults. */
  toMend: (count: number) => string;
  /** The fault of a question that is answered by buttons and has not been. */
  unanswered: string;

  askedByAgent: string;
  askedBySubagent: string;
  /** The question where the agent gave none. */
  fallbackQuestion: string;
  /** The question about a tool call, where the agent gave none. */
  toolQuestion: (name: string) => string;
  /** Names what else the agent said of its question. */
  details: string;
  toolCall: string;
  /** The call as it was when it was answered, and as it has become since. */
  toolCallBefore: string;
  toolCallNow: string;
  noArguments: string;
  /** Shown, and announced at some moments; see `toDurationWords`. */
  timeLeft: (milliseconds: number) => string;
  expired: (at: Date) => string;
  argumentsChanged: string;
  askedAgain: string;

  approve: string;
  deny: string;
  yes: string;
  no: string;
  decline: string;
  declineExpired: string;
  done: string;
  change: string;
  approved: string;
  denied: string;
  declined: string;
  /** Marks an answered card that stays open. */
  answered: string;
  /** A rule of the app has answered, where no person did. */
  answeredByRule: (name: string) => string;
  /** Takes over what a rule of the app would answer. */
  suggestion: (name: string, answer: string) => string;

  required: string;
  answerLabel: string;
  choose: string;
  nothing: string;
  /** Names the box that searches many options. */
  search: (label: string) => string;
  /** In which zone a date and time is given. */
  localTime: string;
  /** Stands for an answer that is not to be seen, as a password. */
  secret: string;
  /** What a field takes that no other control can draw, and an answer that no field can. */
  jsonField: string;
  /** Adds an object that may be left out. */
  addPart: (label: string) => string;
  /** Adds an item to a list, or an entry. */
  addItem: (label: string) => string;
  /** Names the box for the name of a new entry. */
  newName: (label: string) => string;
  nameFault: string;
  /** Answers with a list that has no items. */
  leaveEmpty: (label: string) => string;
  /** Shown in a list that is sent without items. */
  emptyList: string;
  /** Removes an item of a list, or an object that may be left out. */
  removePart: (label: string) => string;
  moveUp: (label: string) => string;
  moveDown: (label: string) => string;
  jsonAnswer: string;
  jsonUse: string;
  /** The fault of an answer in words: by its `keyword` and `params`, or the English `message` that it has. */
  fault: (error: FieldError) => string;
}

/** Every sentence that a person reads, so that an app can translate or reword it. */
export interface Messages extends PanelMessages, KitMessages {}

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** The English words of the panel; those of a conversation come with who draws it. */
export const panelMessages: PanelMessages = {
  panelTitle: "Your decision",
  waiting: (total) => `The agent is waiting for ${count(total, "answer", "answers")}.`,
  progress: (done, total) => `${done} of ${total} answered.`,
  allAnswered: "All answered. Nothing has been sent yet.",
  allAnsweredAgain: "All answered.",
  sending: (total) => `Sending ${count(total, "answer", "answers")}...`,
  sendingElsewhere: "Another tab is sending its answers.",
  answeredElsewhere: "Answered in another tab.",
  accepted: (total) => `The agent received ${count(total, "answer", "answers")}.`,
  notSent: (reason) => `Nothing was sent. (${reason}) Your answers are safe.`,
  unreachable: "The server could not be reached.",
  notStarted: (reason) => `The agent did not answer. (${reason}) Your answers are safe.`,
  answerFirst: "Nothing was sent. Answer or decline the open questions first.",
  settleFirst: "Nothing was sent. Send again or leave it first.",
  busy: "Nothing was sent. The agent is at work.",
  notAccepted: "The agent did not accept the answers:",
  lookAgain: "Please look at your answers again.",
  unknownEnd:
    "We can't tell whether the agent received your answers. If it did, sending again may repeat the action.",
  leaveQuestion: "Leave it? The answers stay unconfirmed.",

  send: (total) => `Send ${count(total, "answer", "answers")}`,
  tryAgain: "Try again",
  sendAgain: "Send again",
  stop: "Stop",
  declineAll: "Decline all",
  approveAll: "Approve all",
  leave: "Leave it",
  leaveConfirm: "Yes, leave it",
  leaveCancel: "Keep it",
  stillOpen: (open) => `${count(open, "question is", "questions are")} still open`,
  toMend: (n) => `${count(n, "thing needs", "things need")} your attention`,
  unanswered: "Choose an answer.",

  askedByAgent: "The agent asks",
  askedBySubagent: "A subagent asks",
  fallbackQuestion: questionWords.decision,
  toolQuestion: questionWords.call,
  details: "Details",
  toolCall: "What will run",
  toolCallBefore: "What you answered to",
  toolCallNow: "What would run now",
  noArguments: "No arguments",
  timeLeft: (milliseconds) => `Time left: ${toDurationWords(milliseconds, "en")}.`,
  expired: (at) =>
    `This question expired at ${at.toLocaleTimeString([], { timeStyle: "short" })}. It can only be declined; your other answers stay.`,
  argumentsChanged: "The request changed after you answered. Please look again.",
  askedAgain: "The agent asks this again. Please check your earlier answer.",

  approve: "Approve",
  deny: "Deny",
  yes: "Yes",
  no: "No",
  decline: "Decline",
  declineExpired: "Decline this one",
  done: "Done",
  change: "Change",
  approved: "Approved",
  denied: "Denied",
  declined: "Declined",
  answered: "Answered",
  answeredByRule: (name) => `Answered by the rule ${name}.`,
  suggestion: (name, answer) => `As the rule ${name} suggests: ${answer}`,

  required: "(required)",
  answerLabel: "Answer",
  choose: "Choose...",
  nothing: "None",
  search: (label) => `Search ${label}`,
  localTime: "In your time zone.",
  secret: "Not shown",
  jsonField: 'As JSON, such as "text", 42 or {"key": "value"}.',
  addPart: (label) => `Add ${label}`,
  addItem: (label) => `Add to ${label}`,
  newName: (label) => `Name of a new entry in ${label}`,
  nameFault: "Enter a new name.",
  leaveEmpty: (label) => `Leave ${label} empty`,
  emptyList: "Empty",
  removePart: (label) => `Remove ${label}`,
  moveUp: (label) => `Move ${label} up`,
  moveDown: (label) => `Move ${label} down`,
  jsonAnswer: "Answer with JSON",
  jsonUse: "Use this answer",
  fault: ({ message }) => message,
};

/** The English words. */
export const defaultMessages: Messages = /* @__PURE__ */ Object.assign({}, panelMessages, kitMessages);
