import type { Thread, ThreadMessage } from "@holdpoint/client";
import { type ReactElement, useMemo } from "react";
import { useSelector } from "../use-selector.ts";
import { ChangeList } from "./change-list.tsx";
import { typeOf } from "./entries.ts";
import type { Journal } from "./journal.ts";
import { cut, toJson } from "./json.ts";
import { JsonText } from "./json-text.tsx";
import { toClock } from "./time.ts";
import { useInspectorWords } from "./use-words.ts";

/** How many of the newest messages, and changes, are drawn. */
const SHOWN = 50;

/** Where the thread stands: its status, its state with what has changed it, its messages. */
export function StateTab({ thread, journal }: { thread: Thread; journal: Journal }): ReactElement {
  const words = useInspectorWords();
  const { status, runId, error, state, messages, subagents } = useSelector(thread);
  const { events } = useSelector(journal);
  const changes = useMemo(
    () =>
      events.flatMap((event) => (event.changed?.what === "state" ? [{ event, changed: event.changed }] : [])),
    [events],
  );
  return (
    <>
      <dl className="hp-dev__facts">
        <Fact name={words.status} text={status} />
        {runId !== undefined && <Fact name={words.lastRun} text={runId} />}
        {error && <Fact name={words.error} text={error.message} />}
        {subagents.length > 0 && (
          <Fact name={words.subagents} text={subagents.map(({ name }) => name).join(", ")} />
        )}
      </dl>
      <h3>{words.stateNow}</h3>
      <JsonText value={state} label={words.stateNow} />
      <h3>{words.stateHistory}</h3>
      {changes.length === 0 && <p className="hp-dev__note">{words.noStateHistory}</p>}
      <ol className="hp-dev__list">
        {changes
          .slice(-SHOWN)
          .reverse()
          .map(({ event, changed }) => (
            <li key={event.key}>
              <p className="hp-dev__entry">
                <span className="hp-dev__time">{toClock(event.at)}</span> <code>{typeOf(event.raw)}</code>
              </p>
              <ChangeList changed={changed} />
            </li>
          ))}
      </ol>
      <h3>
        {words.messages} <span className="hp-dev__muted">{words.count(messages.length)}</span>
      </h3>
      {messages.length === 0 && <p className="hp-dev__note">{words.noMessages}</p>}
      <ol className="hp-dev__list">
        {messages.slice(-SHOWN).map((message) => (
          <li key={message.id}>
            <b>{message.role}</b> <code className="hp-dev__muted">{message.id}</code>{" "}
            {message.phase !== "complete" && <span className="hp-dev__mark">{message.phase}</span>}
            <p className="hp-dev__entry">{cut(textOf(message), 400)}</p>
          </li>
        ))}
      </ol>
    </>
  );
}

function Fact({ name, text }: { name: string; text: string }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** What a message says, with the calls that it makes. */
function textOf(message: ThreadMessage): string {
  const content = "content" in message && message.content !== undefined ? message.content : "";
  const said = typeof content === "string" ? content : toJson(content);
  const calls = "toolCalls" in message ? (message.toolCalls ?? []) : [];
  return [said, ...calls.map((call) => `${call.function.name}(${call.function.arguments})`)]
    .filter(Boolean)
    .join(" ");
}
