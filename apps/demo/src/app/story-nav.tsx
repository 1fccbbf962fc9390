import type { Story } from "./stories.ts";

export function StoryNav({ stories, current }: { stories: readonly Story[]; current: string | undefined }) {
  return (
    <nav className="stories" aria-label="Stories">
      <h2 className="eyebrow stories-heading">Stories</h2>
      <ul>
        {stories.map((story) => (
          <li key={story.id}>
            <a href={`#${story.id}`} aria-current={story.id === current ? "page" : undefined}>
              {story.title}
            </a>
          </li>
        ))}
      </ul>
      <p className="stories-note">
        Three agents that stop to ask. The page speaks <span className="nowrap">AG-UI</span> to a small Node
        server, over real HTTP.
      </p>
    </nav>
  );
}
