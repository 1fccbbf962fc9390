import { say, setState } from "@holdpoint/client/testing";
import { act, cleanup, render, screen } from "@testing-library/react";
import { memo, type ReactElement } from "react";
import { afterEach, expect, test } from "vitest";
import { hookStage } from "../../../test/support/hook-stage.tsx";
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
  const text = `x${"y".repeat(500)}`;
  const { agent, client, thread, wrapper } = hookStage([
    [say(text, { id: "m1", pieces: text.length }), setState({ n: 1 })],
  ]);
  agent.hold();
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
    void thread.run();
    // Its begin, and the first piece.
    await agent.advance(2);
    client.schedule.flush();
  });
  expect(screen.getByText("x")).toBeDefined();

  const before = { ...renders };
  await act(async () => {
    await agent.advance(500);
    client.schedule.flush();
  });
  expect(screen.getByText(text)).toBeDefined();
  expect(renders).toEqual({ ...before, m1: (before.m1 ?? 0) + 1 });

  // The same tree does hear of what concerns it.
  // The end of the message, the state, and the end of the run.
  await act(() => agent.advance(3));
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
