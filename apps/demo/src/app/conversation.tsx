import { ApprovalPanel, Message } from "@holdpoint/react";
import { Board } from "./board.tsx";
import { Composer } from "./composer.tsx";
import { DecisionLog } from "./decision-log.tsx";
import { RunStatus } from "./run-status.tsx";
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
  const paused = run.approvals.items.length > 0;
  const started = run.messages.length > 0;
  const end = useKeepInView(started ? `${run.messages.length} ${run.approvals.batch} ${run.status}` : "");
  return (
    <>
      <div className="thread">
        <StoryIntro story={story} started={started} onStartOver={onStartOver} />
        {story.id === "board" && <Board state={run.state} />}
        <section className="messages" aria-label="Messages">
          {run.messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </section>
        <DecisionLog decisions={run.decisions} story={story} />
        <div ref={end}>
          <div className="pause">
            <ApprovalPanel run={run} />
          </div>
          <RunStatus run={run} />
        </div>
      </div>
      <Composer
        prompts={story.prompts}
        started={started}
        // A run that has begun is no longer the panel's to stop.
        blocked={run.status === "running" ? "run" : paused ? "answers" : undefined}
        onSend={(text) => void run.send(text)}
        onStop={run.stop}
      />
    </>
  );
}
