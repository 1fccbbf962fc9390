"use client";
import type { AgentClient } from "@holdpoint/client";
import { createContext, type ReactElement, type ReactNode, useContext, useMemo } from "react";
import { defaultMessages, type Messages, mergeMessages } from "./messages.ts";

const ClientContext = createContext<AgentClient | undefined>(undefined);
const MessagesContext = createContext<Messages>(defaultMessages);

/** Props of {@link AgentProvider}. */
export interface AgentProviderProps {
  /** Made once, outside of any component; the provider neither makes nor disposes it. */
  client: AgentClient;
  /** Words that replace the English ones. Keep the object stable: a new one renders every part again. */
  messages?: Partial<Messages>;
  children?: ReactNode;
}

/** Hands the client and the words to everything below. It holds no state, so nothing renders because of it. */
export function AgentProvider({ client, messages, children }: AgentProviderProps): ReactElement {
  return (
    <ClientContext.Provider value={client}>
      <MessagesProvider messages={messages}>{children}</MessagesProvider>
    </ClientContext.Provider>
  );
}

/** Lays words over those from above, for one part of the page. */
export function MessagesProvider({
  messages,
  children,
}: {
  messages: Partial<Messages> | undefined;
  children?: ReactNode;
}): ReactElement {
  const above = useMessages();
  const merged = useMemo(() => mergeMessages(above, messages), [above, messages]);
  return <MessagesContext.Provider value={merged}>{children}</MessagesContext.Provider>;
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
  return useContext(MessagesContext);
}
