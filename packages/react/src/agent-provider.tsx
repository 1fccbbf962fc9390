"use client";
import type { AgentClient } from "@holdpoint/client";
import { createContext, type ReactElement, type ReactNode, useContext, useMemo } from "react";
import type { FieldRule } from "./field-rules.ts";
import { defaultMessages, type Messages, mergeMessages } from "./messages.ts";

const ClientContext = createContext<AgentClient | undefined>(undefined);
const PartContext = createContext<{ messages: Messages; fields: readonly FieldRule[] }>({
  messages: defaultMessages,
  fields: [],
});

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
export function AgentProvider({ client, messages, fields, children }: AgentProviderProps): ReactElement {
  return (
    <ClientContext.Provider value={client}>
      <PartProvider messages={messages} fields={fields}>
        {children}
      </PartProvider>
    </ClientContext.Provider>
  );
}

/** Lays words and rules over those from above, for one part of the page. */
export function PartProvider({
  messages,
  fields,
  children,
}: {
  messages: Partial<Messages> | undefined;
  fields: readonly FieldRule[] | undefined;
  children?: ReactNode;
}): ReactElement {
  const above = useMessages();
  const rules = useFieldRules(fields);
  const part = useMemo(
    () => ({ messages: mergeMessages(above, messages), fields: rules }),
    [above, messages, rules],
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
  const client = useContext(ClientContext);
  if (!client) {
    throw new Error("No agent client here: wrap this component in <AgentProvider client={client}>.");
  }
  return client;
}

/** The clock that deadlines are held against: that of the nearest `AgentProvider`, or the device's. */
export function useClock(): () => number {
  return useContext(ClientContext)?.now ?? deviceClock;
}

// Read at call time.
const deviceClock = () => Date.now();

/** The words of the nearest `AgentProvider`, or the English ones. */
export function useMessages(): Messages {
  return useContext(PartContext).messages;
}
