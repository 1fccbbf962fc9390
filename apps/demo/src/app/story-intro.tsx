import type { Story } from "./stories.ts";

export interface StoryIntroProps {
  story: Story;
  started: boolean;
  onStartOver: () => void;
}

export function StoryIntro({ story, started, onStartOver }: StoryIntroProps) {
  return (
    <header className="intro">
      <div className="intro-head">
        <h1>{story.title}</h1>
        {started && (
          <button type="button" className="button quiet" onClick={onStartOver}>
            Start over
          </button>
        )}
      </div>
      <p className="intro-summary">{story.summary}</p>
      <h2 className="eyebrow">Try this</h2>
      <ul className="tries">
        {story.tries.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </header>
  );
}
