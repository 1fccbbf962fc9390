import type { BrowserContext } from "playwright-core";

/** Everything that a page complained about. */
export interface Watch {
  /** Complaints, without those that the test announced. */
  faults(): string[];
  /** A complaint that belongs to what the test does, such as a request that it lets fail. */
  allow(pattern: RegExp): void;
  /** How often a path was answered, be it with headers alone. */
  answers(path: string): number;
}

/** Listens before the first page opens, so that nothing goes by unseen. */
export async function watch(context: BrowserContext): Promise<Watch> {
  const seen: string[] = [];
  const allowed: RegExp[] = [];
  const answered: string[] = [];
  context.on("response", (response) => answered.push(new URL(response.url()).pathname));
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      seen.push(`console ${message.type()}: ${message.text()}`);
    }
  });
  context.on("weberror", (error) => seen.push(`page error: ${error.error().message}`));
  await context.exposeFunction("reportCspViolation", (what: string) => seen.push(`CSP violation: ${what}`));
  await context.addInitScript(`
    addEventListener("securitypolicyviolation", (event) => {
      reportCspViolation(event.effectiveDirective + " blocked " + (event.blockedURI || event.sample));
    });
  `);
  return {
    faults: () => seen.filter((fault) => !allowed.some((pattern) => pattern.test(fault))),
    allow: (pattern) => allowed.push(pattern),
    answers: (path) => answered.filter((each) => each === path).length,
  };
}
