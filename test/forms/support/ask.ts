import { createAgentClient, type Thread, type Transport } from "@holdpoint/client";
import { createForm, type Form } from "@holdpoint/client/form";

/** A pending question and its form. */
export interface Question {
  readonly approvals: Thread["approvals"];
  readonly form: Form;
}

/** The thread of an agent that asks one question, with the id "q". */
export async function askOnly(responseSchema: unknown): Promise<Thread["approvals"]> {
  const interrupts = [{ id: "q", reason: "details", responseSchema }];
  const transport: Transport = async function* ({ threadId, runId }) {
    yield [
      { type: "RUN_STARTED", threadId, runId },
      { type: "RUN_FINISHED", threadId, runId, outcome: { type: "interrupt", interrupts } },
    ];
  };
  const thread = createAgentClient({ transport, onWarning: () => {} }).thread("t");
  await thread.run({ runId: "r" });
  return thread.approvals;
}

export async function ask(responseSchema: unknown): Promise<Question> {
  const approvals = await askOnly(responseSchema);
  return { approvals, form: createForm(approvals, "q") };
}
