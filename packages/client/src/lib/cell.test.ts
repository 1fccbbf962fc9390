import { describe, expect, it } from "vitest";
import { createCell } from "./cell.ts";
import { createPublisher } from "./publisher.ts";

/** A schedule that runs when told. */
function manual() {
  const tasks: (() => void)[] = [];
  const publisher = createPublisher((task) => {
    tasks.push(task);
    return () => tasks.splice(tasks.indexOf(task), 1);
  });
  return { publisher, tasks };
}

describe("a cell", () => {
  it("shows a value only once it is published, and the same one until then", () => {
    const { publisher, tasks } = manual();
    const cell = createCell({ n: 0 }, publisher);
    const before = cell.get();
    cell.set({ n: 1 });
    expect(cell.get()).toBe(before);
    expect(cell.peek()).toEqual({ n: 1 });
    tasks[0]?.();
    expect(cell.get()).toEqual({ n: 1 });
  });

  it("is shown each time by a schedule that calls at once", () => {
    const publisher = createPublisher((task) => {
      task();
      return () => {};
    });
    const cell = createCell(0, publisher);
    for (const next of [1, 2]) {
      cell.set(next);
      expect(cell.get()).toBe(next);
    }
  });

  it("remembers what it was made with, and what was published as such", () => {
    const { publisher, tasks } = manual();
    const cell = createCell("made", publisher);
    expect(cell.initial()).toBe("made");
    cell.set("given");
    publisher.flush(true);
    expect(cell.initial()).toBe("given");
    cell.set("later");
    tasks[0]?.();
    cell.set("last");
    publisher.flush();
    expect([cell.get(), cell.initial()]).toEqual(["last", "given"]);
  });

  it("joins what it has grown by once, and apart for each part", () => {
    const { publisher, tasks } = manual();
    const joins: string[] = [];
    const cell = createCell("", publisher, (value, tail, part = "") => {
      joins.push(part + tail);
      return value + tail;
    });
    cell.grow("a");
    cell.grow("b");
    expect(cell.get()).toBe("");
    expect(joins).toEqual([]);
    cell.grow("c", "p");
    expect(cell.peek()).toBe("abc");
    cell.grow("lost");
    cell.set("new");
    tasks[0]?.();
    expect(cell.get()).toBe("new");
    expect(joins.slice(0, 2)).toEqual(["ab", "pc"]);
  });

  it("is published once however often it was set, and together with the others", () => {
    const { publisher, tasks } = manual();
    const a = createCell(0, publisher);
    const b = createCell(0, publisher);
    const seen: string[] = [];
    a.subscribe(() => seen.push(`a: ${a.get()} ${b.get()}`));
    b.subscribe(() => seen.push(`b: ${a.get()} ${b.get()}`));
    a.set(1);
    b.set(1);
    a.set(2);
    expect(tasks).toHaveLength(1);
    tasks[0]?.();
    expect(seen).toEqual(["a: 2 1", "b: 2 1"]);
  });

  it("says nothing where nothing changed", () => {
    const { publisher } = manual();
    const cell = createCell(1, publisher);
    let calls = 0;
    cell.subscribe(() => calls++);
    cell.set(2);
    cell.set(1);
    publisher.flush();
    expect(calls).toBe(0);
  });

  it("calls each subscription of one function, and ends only the one that was ended", () => {
    const { publisher } = manual();
    const cell = createCell(0, publisher);
    let calls = 0;
    const listener = () => calls++;
    const end = cell.subscribe(listener);
    cell.subscribe(listener);
    cell.set(1);
    publisher.flush();
    expect(calls).toBe(2);
    end();
    cell.set(2);
    publisher.flush();
    expect(calls).toBe(3);
  });

  it("may be set by a listener, for the next publish", () => {
    const { publisher, tasks } = manual();
    const cell = createCell(0, publisher);
    cell.subscribe(() => {
      if (cell.get() === 1) cell.set(2);
    });
    cell.set(1);
    publisher.flush();
    expect(cell.get()).toBe(1);
    expect(tasks).toHaveLength(1);
    publisher.flush();
    expect(cell.get()).toBe(2);
    expect(tasks).toHaveLength(0);
  });
});
