import { ApprovalPanel, Message, useAgentRun } from "@holdpoint/react";
import { Board } from "./board.tsx";
import { Composer } from "./composer.tsx";
import { DecisionLog } from "./decision-log.tsx";
import { RunStatus } from "./run-status.tsx";
import type { Story } from "./stories.ts";
import { StoryIntro } from "./story-intro.tsx";
import type { StorySession } from "./story-session.ts";
import { useKeepInView } from "./use-keep-in-view.ts";

export interface ConversationProps {
  story: Story;
  threadId: string;
  questionOf: StorySession["questionOf"];
  onStartOver: () => void;
}

/** What an app on Holdpoint looks like: the hook, the messages, and the panel where the run paused. */
export function Conversation({ story, threadId, questionOf, onStartOver }: ConversationProps) {
  const run = useAgentRun({ threadId });
  const paused = run.approvals.items.length > 0;
  const end = useKeepInView(`${run.messages.length} ${run.approvals.batch} ${run.status}`);
  return (
    <>
      <div className="thread">
        <StoryIntro story={story} started={run.messages.length > 0} onStartOver={onStartOver} />
        {story.id === "board" && <Board state={run.state} />}
        <section className="messages" aria-label="Messages">
          {run.messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </section>
        <DecisionLog decisions={run.decisions} questionOf={questionOf} />
        <div ref={end}>
          <div className="pause">
            <ApprovalPanel run={run} />
          </div>
          <RunStatus status={run.status} error={run.error} phase={run.approvals.phase} paused={paused} />
        </div>
      </div>
      <Composer
        prompts={story.prompts}
        started={run.messages.length > 0}
        blocked={paused ? "answers" : run.isBusy ? "run" : undefined}
        onSend={(text) => void run.send(text)}
        onStop={run.stop}
      />
    </>
  );
}
