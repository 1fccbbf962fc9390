"use client";
import { type AgentClient, deviceClock } from "@holdpoint/client";
import { createContext, type ReactElement, type ReactNode, useContext, useMemo } from "react";
import type { FieldRule } from "./field-rules.ts";
import { type Messages, type PanelMessages, panelMessages } from "./messages.ts";

/** The words of the panel, and what an app has put beside them. */
type Words = PanelMessages & Partial<Messages>;

interface Part {
  readonly client: AgentClient | undefined;
  readonly messages: Words;
  readonly fields: readonly FieldRule[];
}

const PartContext = createContext<Part>({ client: undefined, messages: panelMessages, fields: [] });

/** Props of {@link AgentProvider}. */
export interface AgentProviderProps {
  /** Made once, outside of any component; the provider neither makes nor disposes it. */
  client: AgentClient;
  /** Words that replace the English ones. Keep the object stable: a new one renders every part again. */
  messages?: Partial<Messages>;
  /** How fields are drawn that ours do not suit; see {@link FieldRule}. Keep the list stable. */
  fields?: readonly FieldRule[];
  children?: ReactNode;
}

/** Hands the client, the words and the rules for fields to everything below. It holds no state, so nothing renders because of it. */
export function AgentProvider(props: AgentProviderProps): ReactElement {
  return <PartProvider {...props} />;
}

/** Lays words and rules over those from above, for one part of the page. */
export function PartProvider({
  client,
  messages,
  fields,
  children,
}: {
  client?: AgentClient;
  messages?: Partial<Messages> | undefined;
  fields?: readonly FieldRule[] | undefined;
  children?: ReactNode;
}): ReactElement {
  const above = useContext(PartContext);
  const rules = useFieldRules(fields);
  const part = useMemo(
    () => ({
      client: client ?? above.client,
      messages: { ...above.messages, ...messages },
      fields: rules,
    }),
    [above, client, messages, rules],
  );
  return <PartContext.Provider value={part}>{children}</PartContext.Provider>;
}

/** The rules of a part of the page, then those from above. */
export function useFieldRules(own: readonly FieldRule[] | undefined): readonly FieldRule[] {
  const above = useContext(PartContext).fields;
  return useMemo(() => (own ? [...own, ...above] : above), [own, above]);
}

/** The client of the nearest `AgentProvider`. Throws an `Error` where there is none. */
export function useAgentClient(): AgentClient {
  const { client } = useContext(PartContext);
  if (!client) {
    throw new Error("Wrap this component in <AgentProvider client={client}>.");
  }
  return client;
}

/** The clock that deadlines are held against, and its timers: those of the nearest `AgentProvider`, or the device's. */
export function useClock(): Pick<AgentClient, "now" | "timer"> {
  return useContext(PartContext).client ?? deviceClock;
}

/** The words of the panel of the nearest `AgentProvider`, or the English ones. */
export function useWords(): Words {
  return useContext(PartContext).messages;
}
