import { fail, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it, vi } from "vitest";
import { asks, client, succeeds } from "../../../../test/support/scripted.ts";
import { createStorage } from "../storage/create-storage.ts";
import { memoryAdapter } from "../storage/memory.ts";
import { createForm } from "./create-form.ts";
import type { FormView } from "./types.ts";

const stay = {
  id: "stay",
  reason: "stay",
  message: "How long?",
  responseSchema: {
    type: "object",
    properties: {
      nights: { type: "integer", maximum: 99 },
      trip: { type: "object", properties: { city: { type: "string" } } },
    },
    required: ["nights"],
  },
};
const other = { id: "other", reason: "other", message: "Sure?" };

const fails = (message: string): Script => [fail(message)];

const errorsAt = (view: FormView, key: string) =>
  view.fields.find((field) => field.key === key)?.errors.map(({ message }) => message);

describe("a form whose answer the agent has refused", () => {
  async function refused(message: string) {
    const { transport } = scriptedAgent(asks(stay, other), fails(message), succeeds);
    const { approvals, ...thread } = client(transport).thread("t1");
    await thread.send("Go");
    const form = createForm(approvals, "stay");
    form.get().setValue(["nights"], "4");
    form.get().setValue(["trip", "city"], "Bonn");
    approvals.answer("other", true);
    await approvals.submit();
    expect(approvals.get().phase).toBe("failed");
    return { approvals, form };
  }

  it("shows the agent's own words at the field that they name, until the answer is changed", async () => {
    const { form } = await refused("stay: nights must be even");
    const view = form.get();
    expect(view).toMatchObject({ disabled: false, item: { status: "answered", payload: { nights: 4 } } });
    expect(errorsAt(view, "nights")).toEqual(["stay: nights must be even"]);
    expect(errorsAt(view, "trip")).toEqual([]);
    const nights = view.fields[0];
    expect(nights && view.getFieldProps(nights)).toMatchObject({ value: "4", "aria-invalid": true });
    view.setValue(["nights"], "six");
    expect(form.get().errors).toEqual([]);
    expect(form.get().item.status).toBe("open");
    form.get().setValue(["nights"], "6");
    expect(form.get()).toMatchObject({ errors: [], item: { status: "answered" } });
  });

  it("shows them at the innermost field that holds the place, and at the form where they name none", async () => {
    const inside = await refused('"stay": no hotel in trip.city');
    const trip = inside.form.get().fields[1];
    expect(trip?.errors).toEqual([]);
    expect(trip?.children).toMatchObject([
      { key: "city", errors: [{ message: '"stay": no hotel in trip.city' }] },
    ]);
    const whole = await refused("stay is too long for us");
    expect(whole.form.get().errors).toMatchObject([{ path: [], keyword: "server" }]);
    expect(createForm(whole.approvals, "other").get().errors).toEqual([]);
    whole.form.get().setValue(["trip"], undefined);
    expect(whole.form.get().errors).toEqual([]);
  });
});

describe("a form after a reload", () => {
  it("holds the answer, and the texts of one that was only begun", async () => {
    const texts = new Map<string, string>();
    const page = (...scripts: Script[]) =>
      client(scriptedAgent(...scripts).transport, {
        storage: createStorage(memoryAdapter(texts)),
        environment: { locks: null, channel: null },
      }).thread("t1");
    const second = { ...stay, id: "second" };
    const first = page(asks(stay, second, { ...stay, id: "third" }));
    await first.send("Go");
    createForm(first.approvals, "stay").get().setValue(["nights"], "04");
    createForm(first.approvals, "second").get().setValue(["trip", "city"], "Bo");
    createForm(first.approvals, "second").get().setValue(["nights"], "4 or 5");
    // As by an app that has no drawn form.
    first.approvals.answer("third", { nights: 7 });
    await vi.waitFor(() => expect(texts.get("holdpoint/thread/t1")).toContain('"nights":7'));

    const later = page(succeeds);
    await later.ready;
    const values = ["stay", "second", "third"].map((id) => createForm(later.approvals, id).get());
    expect(values.map(({ fields }) => fields[0]?.value)).toEqual(["04", "4 or 5", "7"]);
    expect(values.map(({ item }) => item.status)).toEqual(["answered", "open", "answered"]);
    expect(values.map((form) => form.values)).toEqual([
      { nights: 4 },
      { trip: { city: "Bo" } },
      { nights: 7 },
    ]);
    values[1]?.setValue(["nights"], "5");
    expect(later.approvals.get()).toMatchObject({ ready: true, counts: { answered: 3 } });
  });
});

describe("an answer given as a whole", () => {
  it("may say more than the payload, and is told apart by the action that gives it", async () => {
    const { transport } = scriptedAgent(asks({ ...other, reason: "tool_approval" }));
    const { approvals, ...thread } = client(transport).thread("t1");
    await thread.send("Go");
    const form = createForm(approvals, "other");
    form.get().answer({ approved: true }, { metadata: { signed: "ann" } });
    expect(approvals.get().items[0]).toMatchObject({
      payload: { approved: true },
      metadata: { signed: "ann" },
    });
    const [approve, deny] = form.get().actions;
    expect(approve?.matches({ status: "answered", payload: { approved: true } })).toBe(true);
    expect(approve?.matches({ status: "answered", payload: { approved: false } })).toBe(false);
    expect(deny?.matches({ status: "declined" })).toBe(true);
    form.get().decline({ metadata: { signed: "bob" } });
    expect(approvals.get().items[0]).toMatchObject({ status: "declined", metadata: { signed: "bob" } });
  });
});
