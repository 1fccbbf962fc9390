import type { Readable } from "@holdpoint/client";
import { act, cleanup, render, renderHook, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { useSelector } from "./use-selector.ts";

afterEach(cleanup);

function Show({ source }: { source: Readable<string> }) {
  return <p>{useSelector(source)}</p>;
}

function createSource<T>(initial: T): Readable<T> & { set(value: T): void; listeners: Set<() => void> } {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    listeners,
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
      };
    },
  };
}

test("renders again only when the selected part changed", () => {
  const source = createSource({ a: 1, b: 1 });
  let renders = 0;
  const { result } = renderHook(() => {
    renders += 1;
    return useSelector(source, (value) => value.a);
  });
  act(() => source.set({ a: 1, b: 2 }));
  expect(renders).toBe(1);
  act(() => source.set({ a: 2, b: 2 }));
  expect(result.current).toBe(2);
  expect(renders).toBe(2);
});

test("a selector that builds a new array each time is stable with an equal of its own", () => {
  const source = createSource({ list: [1, 2], other: 0 });
  const sameItems = (a: readonly number[], b: readonly number[]) =>
    a.length === b.length && a.every((item, index) => item === b[index]);
  let renders = 0;
  const { result, rerender } = renderHook(() => {
    renders += 1;
    return useSelector(source, (value) => value.list.map((n) => n * 2), sameItems);
  });
  const first = result.current;
  act(() => source.set({ list: [1, 2], other: 1 }));
  expect(renders).toBe(1);
  rerender();
  expect(result.current).toBe(first);
  act(() => source.set({ list: [3], other: 1 }));
  expect(result.current).toEqual([6]);
});

test("never keeps what another source gave, however alike the two are", () => {
  const make = (id: string) => createSource({ id, size: 1 });
  const sameSize = (a: { size: number }, b: { size: number }) => a.size === b.size;
  const [one, two] = [make("one"), make("two")];
  const { result, rerender } = renderHook(({ source }) => useSelector(source, (value) => value, sameSize), {
    initialProps: { source: one },
  });
  act(() => one.set({ id: "one again", size: 1 }));
  expect(result.current.id).toBe("one");
  rerender({ source: two });
  expect(result.current.id).toBe("two");
});

test("leaves no listener behind, in strict mode too, and follows another source", () => {
  const one = createSource("one");
  const two = createSource("two");
  const { rerender, unmount } = render(<Show source={one} />, { wrapper: StrictMode });
  expect(one.listeners.size).toBe(1);
  rerender(<Show source={two} />);
  expect(screen.getByText("two")).toBeDefined();
  expect(one.listeners.size).toBe(0);
  unmount();
  expect(two.listeners.size).toBe(0);
});

test("renders on a server", () => {
  const source = createSource("here");
  expect(renderToString(<Show source={source} />)).toBe("<p>here</p>");
});
