import { type Browser, chromium } from "playwright-core";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  // Decides the order of day, month and year in a date field.
  "--lang=en-US",
];

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.HOLDPOINT_CHROMIUM || "/usr/bin/chromium", args: flags });
