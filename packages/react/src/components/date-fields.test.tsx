import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ask, axeFaults } from "../../../../test/support/asked-form.tsx";

const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = "Europe/Berlin";
});
afterAll(() => {
  process.env.TZ = zone;
});
afterEach(cleanup);

const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const put = (name: string, value: string) => fireEvent.change(input(name), { target: { value } });
const moment = (preset?: string) => ({
  type: "string",
  format: "date-time",
  ...(preset !== undefined && { default: preset }),
});

test("a moment is typed in the person's zone and sent with the offset of that moment", async () => {
  const { send } = await ask({ winter: moment(), summer: moment(), gone: moment() });
  expect(input("Winter").type).toBe("datetime-local");
  expect(document.getElementById(input("Winter").getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "In your time zone.",
  );
  put("Winter", "2026-01-31T14:30");
  put("Summer", "2026-07-31T14:30:05");
  // The clocks skip this hour: it is the one after it.
  put("Gone", "2026-03-29T02:30");
  expect(input("Gone").value).toBe("2026-03-29T02:30");
  fireEvent.blur(input("Gone"));
  expect(input("Gone").value).toBe("2026-03-29T03:30");
  expect(await axeFaults()).toEqual([]);
  expect(await send()).toEqual({
    winter: "2026-01-31T14:30:00+01:00",
    summer: "2026-07-31T14:30:05+02:00",
    gone: "2026-03-29T03:30:00+02:00",
  });
});

test("a moment shows the same instant, and is sent as it came where nobody touched it", async () => {
  const properties = {
    utc: moment("2026-07-31T12:30:00Z"),
    india: moment("2026-07-31T18:00:05.25+05:30"),
    second: moment("2016-12-31T23:59:60Z"),
    words: moment("tomorrow"),
    never: moment("2026-02-30T12:00:00Z"),
  };
  await ask(properties);
  expect(input("Utc").value).toBe("2026-07-31T14:30");
  expect(input("India").value).toBe("2026-07-31T14:30:05.250");
  expect(input("India").step).toBe("any");
  for (const [name, text] of [
    ["Second", properties.second.default],
    ["Words", "tomorrow"],
    ["Never", properties.never.default],
  ] as const) {
    expect(input(name)).toHaveProperty("type", "text");
    expect(input(name).value).toBe(text);
  }
  // The digits of a year pass through years with other offsets.
  put("Utc", "0002-07-31T14:30");
  expect(input("Utc").value).toBe("0002-07-31T14:30");
  put("Utc", "");
  expect(input("Utc").value).toBe("");
});

test("nothing of a moment is changed that nobody touched", async () => {
  const utc = "2026-07-31T12:30:00.123456Z";
  const { send } = await ask({ utc: moment(utc), second: moment("2016-12-31T23:59:60Z") });
  expect(await send()).toEqual({ utc, second: "2016-12-31T23:59:60Z" });
});

test("a day never becomes another one", async () => {
  const day = { type: "string", format: "date" };
  const { send } = await ask({
    day,
    preset: { ...day, default: "2026-01-01" },
    words: { ...day, default: "soon" },
  });
  expect(input("Preset").value).toBe("2026-01-01");
  expect(input("Words")).toHaveProperty("type", "text");
  put("Words", "");
  expect(input("Words")).toHaveProperty("type", "date");
  put("Words", "2026-03-29");
  put("Day", "2026-12-31");
  expect(await axeFaults()).toEqual([]);
  expect(await send()).toEqual({ day: "2026-12-31", preset: "2026-01-01", words: "2026-03-29" });
});
