/**
 * A thread with 2,000 messages, drawn by the kit, or with `?by=hooks` by an app's own list. With `?slow` each
 * message that begins keeps the page busy for longer than it may.
 */
import { createAgentClient, httpTransport, type Message } from "@holdpoint/client";
import {
  AgentProvider,
  Composer,
  MessageList,
  RunStatus,
  useAgentRun,
  useMessage,
  useMessageIds,
} from "@holdpoint/react";
import { memo, type ReactElement, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { LIMIT, noteLongTasks } from "../support/long-tasks.ts";

const COUNT = 2000;
const WORDS = "The build is out on staging and every check has passed so far. ";
const place = { threadId: "long" };

const earlier = Array.from(
  { length: COUNT },
  (_, at): Message =>
    at % 2 === 0
      ? { id: `m-${at}`, role: "user", content: `Question ${at}: ${WORDS}` }
      : { id: `m-${at}`, role: "assistant", content: `Answer ${at}: ${WORDS.repeat(4)}` },
);

const options = new URLSearchParams(location.search);
const client = createAgentClient({ transport: httpTransport({ url: "/agent" }) });
const thread = client.thread("long", { messages: earlier });
const tasks = noteLongTasks();
globalThis.longTasks = tasks;
thread.onEvent(({ type }) => {
  if (type !== "TEXT_MESSAGE_START" && type !== "RUN_FINISHED") return;
  tasks.begin();
  const from = performance.now();
  while (options.has("slow") && performance.now() < from + 2 * LIMIT);
});

const Line = memo(function Line({ id }: { id: string }): ReactElement {
  const message = useMessage(id, place);
  return <p>{typeof message?.content === "string" && message.content}</p>;
});

/** As the kit does it: what is not on the screen is no work for the browser. */
const unseenIsFree = { contentVisibility: "auto", containIntrinsicBlockSize: "auto 100rem" } as const;
const LENGTH = 25;

function OwnList(): ReactElement {
  const ids = useMessageIds(place);
  const stretches = Array.from({ length: Math.ceil(ids.length / LENGTH) }, (_, at) =>
    ids.slice(at * LENGTH, (at + 1) * LENGTH),
  );
  return (
    <section>
      {stretches.map((stretch) => (
        <div key={stretch[0]} style={unseenIsFree}>
          {stretch.map((id) => (
            <Line key={id} id={id} />
          ))}
        </div>
      ))}
    </section>
  );
}

function Talk(): ReactElement {
  const run = useAgentRun(place);
  return (
    <main>
      {options.get("by") === "hooks" ? <OwnList /> : <MessageList thread={run.thread} />}
      <RunStatus run={run} />
      <Composer run={run} />
    </main>
  );
}

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root to draw into.");
createRoot(root).render(
  <StrictMode>
    <AgentProvider client={client}>
      <Talk />
    </AgentProvider>
  </StrictMode>,
);
