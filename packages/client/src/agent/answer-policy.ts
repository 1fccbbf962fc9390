import type { InterruptDefinition } from "../approvals/define-interrupt.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { Interrupt, ResumeEntry } from "../protocol/interrupts.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { prepareSchema } from "../schema/prepare.ts";
import type { Path } from "../schema/types.ts";
import { validate } from "../schema/validate.ts";
import { firstOfEach, repeatsIn } from "./first-of-each.ts";
import { failure } from "./terminal-event.ts";

/** What a server knows of the questions that its agents ask, to check the answers by. */
export interface StrictAnswers {
  /**
   * The questions that are pending on the input's thread, from wherever the server keeps them; an empty list where
   * there are none. With it every answer must be to one of them, all must be answered at once, each before its
   * `expiresAt` and by its `responseSchema`. It is asked for every run: one that leaves a question open fails, too.
   */
  asked?: (input: RunAgentInput) => readonly Interrupt[] | Promise<readonly Interrupt[]>;
  /** The kinds of questions that are typed: an answer is judged by the kind whose reason the question has or, where it is not known, its id. */
  definitions?: readonly Pick<InterruptDefinition, "reason" | "judge">[];
  /** Milliseconds since 1970; the clock of the machine by default. */
  now?: () => number;
}

/**
 * How the answers of an input are checked before and after its agent runs. An agent keeps nothing, and neither
 * messages nor state carry the questions, so there are three sources to check by. `"strict"` alone has the
 * agent itself: a question that it asks again in the very run that answered it. Where the answer does not fit
 * the schema of that, the run fails and says so; where it does, the agent has its reasons and only a warning
 * is given. So an agent that asks something else takes another id. An id that is answered twice fails as well. The
 * other two are those of `StrictAnswers`.
 *
 * A run that fails by this has the code `INVALID_ANSWER` and a message with a line for each fault, such as
 * `"approve-deploy" /build: It is missing.` A client puts it on the question and, where only one is at fault, on
 * the field; the answers can be corrected and sent again.
 * Source: AG-UI 1.1, basic/patterns/interrupt-resume.
 */
export type AnswerPolicy = "strict" | StrictAnswers;

/** The check of the answers of one run. */
export interface AnswerCheck {
  /** Before the agent runs. Rejects with the `RunError` that names each fault. */
  check(): Promise<void>;
  /** What the agent asks as its run ends. Throws as `check` rejects. */
  checkAsked(interrupts: readonly Interrupt[]): void;
}

/** Creates the check of one run by a policy. */
export function createAnswerCheck(policy: AnswerPolicy, input: RunAgentInput, warn: OnWarning): AnswerCheck {
  const { asked, definitions = [], now = Date.now }: StrictAnswers = policy === "strict" ? {} : policy;
  const resume = input.resume ?? [];
  const entries = firstOfEach(resume, ({ interruptId }) => interruptId);

  /** What is wrong with the payload of an answer, where it has one. */
  function payloadFaults(entry: ResumeEntry, question?: Interrupt): Fault[] {
    if (entry.status === "cancelled") return [];
    const id = entry.interruptId;
    // A root null goes out without a payload.
    const payload = entry.payload ?? null;
    const reason = question?.reason ?? id;
    const own = definitions.find((one) => one.reason === reason)?.judge(payload) ?? [];
    const errors = own.length > 0 ? own : validate(prepareSchema(question?.responseSchema), payload);
    return errors.map(({ path, keyword, message }) => ({
      id,
      path,
      what: keyword === "required" ? "It is missing." : message,
    }));
  }

  function isLate({ expiresAt }: Interrupt): boolean {
    return expiresAt !== undefined && Date.parse(expiresAt) <= now();
  }

  function faultsOf(
    entry: ResumeEntry,
    isRepeated: boolean,
    pending: ReadonlyMap<string, Interrupt> | undefined,
  ): Fault[] {
    const { interruptId: id, status } = entry;
    const wrong = (what: string): Fault[] => [{ id, what }];
    if (isRepeated) return wrong("It is answered twice.");
    const question = pending?.get(id);
    if (pending && !question) return wrong("No such question is pending.");
    if (question && status === "resolved" && isLate(question)) {
      return wrong(`It expired at ${question.expiresAt} and can only be declined.`);
    }
    return payloadFaults(entry, question);
  }

  return {
    async check() {
      const list = await asked?.(input);
      const pending = list && firstOfEach(list, ({ id }) => id);
      const repeated = repeatsIn(resume.map(({ interruptId }) => interruptId));
      const open = (list ?? []).filter(({ id }) => !entries.has(id));
      refuse([
        ...resume.flatMap((entry, index) => faultsOf(entry, repeated[index] === true, pending)),
        ...open.map(({ id }) => ({ id, what: "It is pending, and all that is must be answered at once." })),
      ]);
    },
    checkAsked(interrupts) {
      const again = interrupts.flatMap((question) => {
        const entry = entries.get(question.id);
        return entry ? [{ entry, question }] : [];
      });
      refuse(again.flatMap(({ entry, question }) => payloadFaults(entry, question)));
      for (const { entry } of again) {
        const message = `The agent asks "${entry.interruptId}" again in the run that answered it: its answer did not do, or an agent that keeps nothing got only a part of the answers.`;
        warn({ code: "asked-again", message });
      }
    },
  };
}

interface Fault {
  readonly id: string;
  /** Where in the payload; nowhere where the answer as a whole is wrong. */
  readonly path?: Path;
  readonly what: string;
}

/**
 * Throws what is wrong, a line a fault. A client takes the first word that is a place as the place of every answer
 * that is named, so only where there is one such answer is its place written as such a word.
 */
function refuse(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const isOne = new Set(faults.map(({ id }) => id)).size === 1;
  const lines = faults.map(({ id, path = [], what }) => {
    const place = path.map((key) => `/${key}`).join("");
    return `"${id}"${place && (isOne ? ` ${place}` : ` \u201c${place}\u201d`)}: ${what}`;
  });
  throw failure(lines.join("\n"), { code: "INVALID_ANSWER" });
}
