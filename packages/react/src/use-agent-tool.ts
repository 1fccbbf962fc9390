"use client";
import { type ClientTool, defineTool, type ToolDefinition } from "@holdpoint/client";
import { useEarlyEffect } from "./use-early-effect.ts";
import { useLatest } from "./use-latest.ts";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useThread } from "./use-thread.ts";

/**
 * Offers a tool to the agent for as long as this component is mounted: it is part of the input of the runs
 * that start meanwhile. A call is answered by the `execute` of the latest render; once the component is
 * gone, with an error, so that the agent goes on. Several components may offer several tools; of one name
 * the one mounted last counts. See `defineTool`, which also says what is thrown as it mounts.
 */
export function useAgentTool<Input = unknown>(
  definition: ToolDefinition<Input>,
  options?: ThreadOptions,
): void {
  const thread = useThread(options);
  const latest = useLatest(definition);
  useEarlyEffect(() => {
    let isGone = false;

    function make(): { readonly from: ToolDefinition<Input>; readonly tool: ClientTool } {
      const { execute, ...from } = latest.current;
      if (!execute) return { from: latest.current, tool: defineTool(from) };
      const tool = defineTool<Input>({
        ...from,
        execute(input, context) {
          if (isGone) throw new Error(`The app does not offer ${from.name} any more.`);
          return (latest.current.execute ?? execute)(input, context);
        },
      });
      return { from: latest.current, tool };
    }

    // At once, so that a fault of the definition shows here and not in a run.
    let made = make();
    const end = thread.prepare(({ tools, ...offer }) => {
      if (made.from !== latest.current) made = make();
      const { tool } = made;
      return { ...offer, tools: [...tools.filter(({ name }) => name !== tool.name), tool] };
    });
    return () => {
      isGone = true;
      end();
    };
  }, [thread, latest]);
}
