import type { Locator, Page } from "playwright-core";
import { eventually } from "./eventually.ts";

export type StoryId = "deploy" | "board" | "offsite" | "release" | "forms";

/** The demo as a person finds it: by roles and names. */
export interface DemoPage {
  readonly page: Page;
  readonly messages: Locator;
  readonly board: Locator;
  readonly panel: Locator;
  /** The list of what keeps the answers from being sent. */
  readonly faults: Locator;
  readonly status: Locator;
  readonly decisions: Locator;
  readonly stories: Locator;
  button(name: string): Locator;
  field(name: string): Locator;
  radio(name: string): Locator;
  /** The card of the question in these words. */
  question(words: string): Locator;
  /** A message with exactly this text is there. */
  says(text: string): Promise<void>;
  /** The run has come to this status. */
  comesTo(status: string): Promise<void>;
  /** The inspector at the side; it may be folded. */
  readonly inspector: Locator;
  /** Looks at a tab of the inspector, unfolding it where it is folded. */
  inspect(tab: string): Promise<Locator>;
  requestCount(): Promise<number>;
  /** How many events of a type came. */
  eventCount(type: string): Promise<number>;
  lastBody(): Promise<string>;
}

export function toDemoPage(page: Page): DemoPage {
  const main = page.getByRole("main", { name: "Conversation" });
  const messages = main.getByRole("region", { name: "Messages" });
  const status = main.locator(".hp-status");
  const panel = main.getByRole("region", { name: "Your decision" });
  const inspector = page.getByRole("region", { name: "Inspector" });

  async function inspect(name: string): Promise<Locator> {
    const fold = inspector.getByRole("button", { name: "Inspector" });
    if ((await fold.getAttribute("aria-expanded")) === "false") await fold.click();
    const tab = inspector.getByRole("tab", { name: new RegExp(`^${name}`) });
    if ((await tab.getAttribute("aria-selected")) === "false") await tab.click();
    return inspector.getByRole("tabpanel", { name });
  }

  return {
    page,
    messages,
    board: main.getByRole("region", { name: "Board" }),
    panel,
    faults: panel.getByRole("group", { name: /your attention$/ }),
    status,
    decisions: main.getByRole("region", { name: "Decisions" }),
    stories: page.getByRole("navigation", { name: "Stories" }),
    question: (words) => panel.getByRole("article", { name: words }),
    button: (name) => main.getByRole("button", { name, exact: true }),
    field: (name) => main.getByLabel(name, { exact: true }),
    radio: (name) => main.getByRole("radio", { name, exact: true }),
    says: (text) => messages.getByText(text, { exact: true }).waitFor(),
    comesTo: (wanted) => eventually(() => status.getAttribute("data-status")).toBe(wanted),
    inspector,
    inspect,
    requestCount: async () =>
      Number.parseInt((await inspector.getByText(/^\d+ requests?$/).textContent()) ?? "", 10),
    eventCount: async (type) =>
      (await inspect("Events")).getByText(type, { exact: true }).and(page.locator("code")).count(),
    lastBody: async () =>
      (await (
        await inspect("Requests")
      )
        .getByRole("region", { name: /^Body of request/ })
        .first()
        .textContent()) ?? "",
  };
}
