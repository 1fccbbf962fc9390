import type {
  ActivityMessage,
  ReasoningMessage,
  SubagentView,
  ThreadMessage,
  ToolCall,
} from "@holdpoint/client";
import type { Part } from "./part.ts";

/**
 * The parts of a conversation that an app may draw itself, such as the text through a Markdown renderer of its
 * own. We never make HTML of an agent's text.
 */
export interface MessageParts {
  /** The text of a message, without what stands for its media. */
  text?: Part<{ readonly text: string; readonly message: ThreadMessage }>;
  toolCall?: Part<{ readonly call: ToolCall; readonly message: ThreadMessage }>;
  reasoning?: Part<{ readonly message: ThreadMessage & ReasoningMessage }>;
  activity?: Part<{ readonly message: ThreadMessage & ActivityMessage }>;
  /** A whole message. */
  message?: Part<{ readonly message: ThreadMessage }>;
  /** An invocation of a subagent, with all that it has said as `children`. */
  subagent?: Part<{ readonly subagent: SubagentView }>;
}
