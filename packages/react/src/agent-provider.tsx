"use client";
import { type AgentClient, deviceClock } from "@holdpoint/client";
import { createContext, type ReactElement, type ReactNode, useContext, useMemo } from "react";
import type { FieldRule } from "./field-rules.ts";
import { type Messages, type PanelMessages, panelMessages } from "./messages.ts";

/** The words of the panel, and what an app has put beside them. */
type Words = PanelMessages & Partial<Messages>;

export interface Part {
  /** The clients by their agents' names; the one of all that name none is "". */
  readonly agents: Agents;
  /** The thread that is meant where none is named. */
  readonly named?: { readonly client: AgentClient; readonly threadId: string };
  readonly messages: Words;
  readonly fields: readonly FieldRule[];
}

type Agents = Readonly<Record<string, AgentClient>>;

const PartContext = createContext<Part>({ agents: {}, messages: panelMessages, fields: [] });

/** Props of {@link AgentProvider}. */
export interface AgentProviderProps {
  /** Made once, outside of any component; the provider neither makes nor disposes it. */
  client: AgentClient;
  /** The clients of further agents, by the names that hooks know them by; those from above stay. Keep the object stable. */
  agents?: Readonly<Record<string, AgentClient>>;
  /** Words that replace the English ones. Keep the object stable: a new one renders every part again. */
  messages?: Partial<Messages>;
  /** How fields are drawn that ours do not suit; see {@link FieldRule}. Keep the list stable. */
  fields?: readonly FieldRule[];
  children?: ReactNode;
}

/** Hands the client, the words and the rules for fields to everything below. It holds no state, so nothing renders because of it. */
export const AgentProvider = (props: AgentProviderProps): ReactElement => {
  return <PartProvider {...props} />;
};

/** Lays words and rules over those from above, for one part of the page. */
export const PartProvider = ({
  client,
  agents,
  messages,
  fields,
  children,
}: {
  client?: AgentClient;
  agents?: Agents;
  messages?: Partial<Messages> | undefined;
  fields?: readonly FieldRule[] | undefined;
  children?: ReactNode;
}): ReactElement => {
  const above = usePart();
  const rules = useFieldRules(fields);
  const part = useMemo(
    () => ({
      ...above,
      agents: client ? { ...above.agents, ...agents, "": client } : above.agents,
      messages: { ...above.messages, ...messages },
      fields: rules,
    }),
    [above, client, agents, messages, rules],
  );
  return <PartContext.Provider value={part}>{children}</PartContext.Provider>;
};

/** The rules of a part of the page, then those from above. */
export const useFieldRules = (own: readonly FieldRule[] | undefined): readonly FieldRule[] => {
  const above = usePart().fields;
  return useMemo(() => (own ? [...own, ...above] : above), [own, above]);
};

/** Props of {@link ThreadProvider}. */
export interface ThreadProviderProps {
  threadId: string;
  /** One of the `agents` of the nearest `AgentProvider`; unless given, its `client`. */
  agent?: string;
  children?: ReactNode;
}

/** Names the thread of every hook below that names none itself, such as `useMessage(id)`. */
export const ThreadProvider = ({ threadId, agent, children }: ThreadProviderProps): ReactElement => {
  const above = usePart();
  const client = clientOf(above, agent);
  const part = useMemo(() => ({ ...above, named: { client, threadId } }), [above, client, threadId]);
  return <PartContext.Provider value={part}>{children}</PartContext.Provider>;
};

/** What the providers above hand down. */
export const usePart = (): Part => {
  return useContext(PartContext);
};

/** The client of an agent, or the one of all that name none. Throws an `Error` where there is none. */
export const clientOf = ({ agents }: Part, agent = ""): AgentClient => {
  const client = agents[agent];
  if (!client) {
    throw new Error(`Wrap this component in <AgentProvider>${agent && ` that has the agent "${agent}"`}.`);
  }
  return client;
};

/** The client of the nearest `AgentProvider`, or of one of its `agents`. Throws an `Error` where there is none. */
export const useAgentClient = (agent?: string): AgentClient => {
  return clientOf(usePart(), agent);
};

/** The clock that deadlines are held against, and its timers: those of the nearest `AgentProvider`, or the device's. */
export const useClock = (): Pick<AgentClient, "now" | "timer"> => {
  return usePart().agents[""] ?? deviceClock;
};

/** The words of the panel of the nearest `AgentProvider`, or the English ones. */
export const useWords = (): Words => {
  return usePart().messages;
};
