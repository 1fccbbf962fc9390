const MINUTE = 60_000;

/**
 * What a date input shows for a text: the same day, or the same instant in the zone of this device. Empty
 * where it is no such text, and where an input cannot show it, as a leap second.
 */
export const toShownDate = (text: string, isDay: boolean): string => {
  const day = text.slice(0, 10);
  // No day is another one, as the 30th of February would be.
  if (toText(new Date(day)).slice(0, 10) !== day) return "";
  if (isDay) return text === day ? day : "";
  if (!/T.+(Z|[+-]\d\d:\d\d)$/.test(text)) return "";
  // No zero seconds, and none of the years before and after those of four digits.
  return /^\d.*?(?=:00$|$)/.exec(toLocal(new Date(text)))?.[0] ?? "";
};

/** The text that is sent for what a date input shows: the moment, with the offset of this device then. */
export const toMoment = (shown: string): string => {
  const date = new Date(shown);
  const offset = -date.getTimezoneOffset();
  if (Number.isNaN(offset)) return shown;
  const span = toText(new Date(Math.abs(offset) * MINUTE)).slice(11, 16);
  return `${toLocal(date)}${offset < 0 ? "-" : "+"}${span}`;
};

/** The time on the clocks here at an instant. */
const toLocal = (date: Date): string => {
  return toText(new Date(date.getTime() - date.getTimezoneOffset() * MINUTE)).replace(/(\.000)?Z$/, "");
};

/** A date as JSON has it, `null` for none. */
const toText = (date: Date): string => {
  return String(date.toJSON());
};
