/** What compiles of tools and of threads whose state is known, and what does not. */
import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import type { Thread } from "./thread-types.ts";

// The arguments are what the schema makes of them.
defineTool({
  name: "search",
  description: "",
  parameters: z.object({ limit: z.coerce.number() }),
  needsApproval: ({ limit }) => limit > 10,
  execute: ({ limit }) => limit.toFixed(),
});
defineTool({
  name: "search",
  description: "",
  parameters: z.object({ limit: z.number() }),
  // @ts-expect-error: there is no such argument
  execute: ({ page }) => page,
});

interface Order {
  readonly total: number;
}
declare const order: Thread<Order>;
declare const any: Thread;

// Whoever does not look at the state takes a thread of any.
export const loose: Thread = order;
// @ts-expect-error: nobody has said what the state is
export const strict: Thread<Order> = any;
order.setState((state) => ({ total: state.total + 1 }));
order.setState({ total: 1 });
// @ts-expect-error: the total is a number
order.setState({ total: "1" });
// @ts-expect-error: the total is a number
order.setState((state) => ({ total: String(state.total) }));
