import { type AgentClient, createAgentClient } from "@holdpoint/client";
import { act, cleanup, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AgentProvider, useCountdown } from "./index.ts";

const START = Date.parse("2030-01-01T12:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const clientWith = (clockSkew = 0): AgentClient =>
  createAgentClient({
    transport: async function* () {
      yield* [];
    },
    clockSkew,
  });

function Reader(props: {
  name: string;
  at: number | null | undefined;
  hear(name: string, left: number | null): void;
}): null {
  props.hear(props.name, useCountdown(props.at));
  return null;
}

const Left = (): ReactElement => <p>{String(useCountdown(START + 5000))}</p>;

function setUp(clockSkew?: number) {
  const seen: Record<string, (number | null)[]> = {};
  const client = clientWith(clockSkew);
  const hear = (name: string, left: number | null) => {
    seen[name] = [...(seen[name] ?? []), left];
  };
  const tree = (readers: Readonly<Record<string, number | null | undefined>>): ReactElement => (
    <AgentProvider client={client}>
      {Object.entries(readers).map(([name, at]) => (
        <Reader key={name} name={name} at={at} hear={hear} />
      ))}
    </AgentProvider>
  );
  const page = render(tree({}));
  return {
    seen,
    show: (readers: Readonly<Record<string, number | null | undefined>>) => page.rerender(tree(readers)),
    /** Lets time pass, and the page draw itself in between. */
    pass(ms: number, step = 500) {
      for (let done = 0; done < ms; done += step) {
        act(() => vi.advanceTimersByTime(Math.min(step, ms - done)));
      }
    },
  };
}

test("counts the seconds down to nothing, and then is still", () => {
  const { seen, show, pass } = setUp();
  show({ a: START + 2500 });
  expect(seen.a).toEqual([null, 2500]);
  pass(2499);
  expect(seen.a).toEqual([null, 2500, 2000, 1000]);
  pass(1);
  expect(seen.a?.at(-1)).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
  pass(60_000, 60_000);
  expect(seen.a).toEqual([null, 2500, 2000, 1000, 0]);
});

test("is nothing, and waits for nothing, where there is no deadline or it has passed", () => {
  const { seen, show, pass } = setUp();
  show({ none: null, missing: undefined, gone: START - 1 });
  expect(vi.getTimerCount()).toBe(0);
  pass(5000);
  expect(seen).toEqual({ none: [null], missing: [null], gone: [null, 0] });
});

test("renders once a minute while the deadline is more than an hour away", () => {
  const { seen, show, pass } = setUp();
  show({ far: START + 2 * 3_600_000 });
  pass(3_600_000, 20_000);
  expect(seen.far).toHaveLength(2 + 60);
  expect(seen.far?.at(-1)).toBe(3_600_000);
  pass(2000);
  expect(seen.far).toHaveLength(2 + 60 + 2);
});

test("goes by the client's clock, and follows a new deadline", () => {
  const { seen, show } = setUp(5000);
  show({ a: START + 8000 });
  expect(seen.a?.at(-1)).toBe(3000);
  show({ a: START + 90_000 });
  expect(seen.a?.at(-1)).toBe(85_000);
  show({ a: null });
  expect(seen.a?.at(-1)).toBeNull();
});

test("says the same on a server and in the first render of the page", () => {
  const client = clientWith();
  const tree = (
    <AgentProvider client={client}>
      <Left />
    </AgentProvider>
  );
  const container = document.createElement("div");
  container.innerHTML = renderToString(tree);
  expect(container.textContent).toBe("null");
  vi.setSystemTime(START + 1000);
  const fault = vi.fn();
  const roots: Root[] = [];
  act(() => {
    roots.push(hydrateRoot(container, tree, { onRecoverableError: fault }));
  });
  expect(fault).not.toHaveBeenCalled();
  expect(container.textContent).toBe("4000");
  act(() => roots[0]?.unmount());
  expect(vi.getTimerCount()).toBe(0);
});

test("works without a provider, by the device's clock", () => {
  expect(render(<Left />).container.textContent).toBe("5000");
});
