import {
  ApprovalPanel,
  Composer,
  DecisionLog,
  MessageList,
  RunStatus,
  type RunStatusParts,
} from "@holdpoint/react";
import { Board } from "./board.tsx";
import { Prompts } from "./prompts.tsx";
import type { Story } from "./stories.ts";
import { StoryIntro } from "./story-intro.tsx";
import { useKeepInView } from "./use-keep-in-view.ts";
import { useStoryRun } from "./use-story-run.ts";

export interface ConversationProps {
  story: Story;
  onStartOver: () => void;
}

/** What an app on Holdpoint looks like: the run, the messages, and the panel where the run paused. */
export function Conversation({ story, onStartOver }: ConversationProps) {
  const run = useStoryRun(story.id);
  const paused = run.approvals.batch !== null;
  const started = run.messages.length > 0;
  const end = useKeepInView(started ? `${run.messages.length} ${run.approvals.batch} ${run.status}` : "");
  return (
    <>
      <div className="thread">
        <StoryIntro story={story} started={started} onStartOver={onStartOver} />
        {story.id === "board" && <Board state={run.state} />}
        <MessageList thread={run.thread} className="messages" />
        <DecisionLog thread={run.thread} className="decisions" />
        <div ref={end}>
          <div className="pause">
            <ApprovalPanel run={run} />
          </div>
          <RunStatus run={run} className="status" parts={statusParts} />
        </div>
      </div>
      <section className="composer" data-paused={paused ? "" : undefined} aria-label="Write to the agent">
        <Prompts
          prompts={story.prompts}
          started={started}
          blocked={run.isBusy || paused}
          onSend={(text) => void run.send(text)}
        />
        <Composer run={run} className="write" />
      </section>
    </>
  );
}

/** The panel has the same choices where nobody knows whether the answers arrived. */
const statusParts: RunStatusParts = {
  choices: ({ status, children }) => (status === "unknown" ? null : children),
};
