import { useSelector } from "@holdpoint/react";
import { Inspector } from "@holdpoint/react/devtools";
import type { StorySession } from "./story-session.ts";

/** Wide enough for a column of its own; as in layout.css. */
const WIDE = "(min-width: 64rem)";

/** What really travels: the inspector of the story's thread. */
export function InspectorPane({ session: { client, story, beginning } }: { session: StorySession }) {
  const begun = useSelector(beginning);
  return (
    <aside className="inspector" aria-label="Behind the scenes">
      {begun > 0 && <Inspector client={client} threadId={story.id} defaultOpen={matchMedia(WIDE).matches} />}
    </aside>
  );
}
