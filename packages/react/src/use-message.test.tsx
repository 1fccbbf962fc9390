import { act, cleanup, render, screen } from "@testing-library/react";
import { memo, type ReactElement } from "react";
import { afterEach, expect, test } from "vitest";
import { hookStage, live } from "../../../test/support/hook-stage.tsx";
import {
  useAgentState,
  useApprovals,
  useInbox,
  useInterrupt,
  useInterruptForm,
  useMessage,
  useMessageIds,
  useRunStatus,
  useSubagents,
  useToolCall,
} from "./index.ts";

afterEach(cleanup);

const on = { threadId: "t1" };
const renders: Record<string, number> = {};
const count = (name: string): void => {
  renders[name] = (renders[name] ?? 0) + 1;
};

const Row = memo(function Row({ id }: { id: string }): ReactElement {
  count(id);
  return <li>{String(useMessage(id, on)?.content)}</li>;
});

function List(): ReactElement {
  count("list");
  return (
    <ul>
      {useMessageIds(on).map((id) => (
        <Row key={id} id={id} />
      ))}
    </ul>
  );
}

function Composer(): ReactElement {
  count("composer");
  return <button type="button" disabled={useRunStatus(on) === "running"} />;
}

/** One component a hook, so that each is counted by itself. */
const Other = memo(function Other({ name, read }: { name: string; read: () => unknown }): null {
  count(name);
  read();
  return null;
});

const others: Readonly<Record<string, () => unknown>> = {
  state: () => useAgentState((state: object) => state, undefined, on),
  approvals: () => useApprovals(on),
  call: () => useToolCall("c1", on),
  subagents: () => useSubagents(on),
  interrupt: () => useInterrupt("q1", on),
  form: () => useInterruptForm("q1", on),
  inbox: () => useInbox(),
};

test("500 deltas of one frame render one row once, and nothing else", async () => {
  const stream = live();
  const { thread, wrapper, frame } = hookStage([stream.script]);
  thread.setMessages([{ id: "old", role: "user", content: "Before" }]);
  render(
    <>
      <List />
      <Composer />
      {Object.entries(others).map(([name, read]) => (
        <Other key={name} name={name} read={read} />
      ))}
    </>,
    { wrapper },
  );
  await act(async () => {
    void thread.run({ runId: "r1" });
    await stream.emit(
      { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
      { type: "TEXT_MESSAGE_START", messageId: "m1" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "x" },
    );
    frame();
  });
  expect(screen.getByText("x")).toBeDefined();

  const before = { ...renders };
  const deltas = Array.from({ length: 500 }, () => ({
    type: "TEXT_MESSAGE_CONTENT",
    messageId: "m1",
    delta: "y",
  }));
  await act(async () => {
    await stream.emit(...deltas);
    frame();
  });
  expect(screen.getByText(`x${"y".repeat(500)}`)).toBeDefined();
  expect(renders).toEqual({ ...before, m1: (before.m1 ?? 0) + 1 });

  // The same tree does hear of what concerns it.
  await act(async () => {
    await stream.emit(
      { type: "TEXT_MESSAGE_END", messageId: "m1" },
      { type: "STATE_SNAPSHOT", snapshot: { n: 1 } },
      { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
    );
    stream.end();
  });
  expect(renders.composer).toBe((before.composer ?? 0) + 1);
  expect(renders.state).toBe((before.state ?? 0) + 1);
  expect(renders.old).toBe(before.old);
});

function Last(): ReactElement {
  const ids = useMessageIds(on);
  const last = useMessage("b", on);
  return <p>{`${ids.join()} ${last?.role}`}</p>;
}

test("a message that is not there is undefined, and one that goes leaves the list", async () => {
  const { thread, wrapper } = hookStage([]);
  render(<Last />, { wrapper });
  expect(screen.getByText("undefined")).toBeDefined();
  act(() =>
    thread.setMessages([
      { id: "a", role: "user", content: "1" },
      { id: "b", role: "assistant", content: "2" },
    ]),
  );
  expect(screen.getByText("a,b assistant")).toBeDefined();
  act(() => thread.setMessages([{ id: "a", role: "user", content: "1" }]));
  expect(screen.getByText("a undefined")).toBeDefined();
});
