/** What the page tells about each agent. */
export interface Story {
  readonly id: "deploy" | "board" | "offsite" | "release" | "forms";
  readonly title: string;
  readonly url: string;
  /** What happens, in one sentence. */
  readonly summary: string;
  readonly tries: readonly string[];
  /** What the buttons send; the first starts the story. */
  readonly prompts: readonly string[];
}

export const stories: readonly Story[] = [
  {
    id: "deploy",
    title: "Deploy",
    url: "/agent/deploy",
    summary: "The agent stops before production and wants a build number with the approval.",
    tries: [
      "Approve without the build number first: the agent refuses, and your answer is still there.",
      "Add 42 and send again. Deny instead, and production is left alone.",
    ],
    prompts: ["Deploy build 42"],
  },
  {
    id: "board",
    title: "Task board",
    url: "/agent/board",
    summary: "The board is state that page and agent share; clearing it takes a yes.",
    tries: [
      "Answer No: this agent reads only the status of an answer, so No goes out as cancelled and the tasks stay.",
      "Answer Yes, then put the tasks back.",
    ],
    prompts: ["Clear the board", "Reset the tasks"],
  },
  {
    id: "offsite",
    title: "Offsite",
    url: "/agent/planner",
    summary: "Two questions are open at once, and the agent remembers nothing between requests.",
    tries: [
      "Answer only one: nothing can be sent yet. Answer both, and one request carries both.",
      "Restart the server while it waits: the next request carries all that the agent needs.",
    ],
    prompts: ["Plan the offsite"],
  },
  {
    id: "release",
    title: "Release",
    url: "/agent/release",
    summary: "Three questions of different kinds, and what you have answered is kept until you send it.",
    tries: [
      "Answer two, leave a word half typed, and reload the page: all of it is still there.",
      "Open this page in a second tab: answer some here and some there, and only one tab gets to send.",
    ],
    prompts: ["Prepare the release"],
  },
  {
    id: "forms",
    title: "Any form",
    url: "/agent/forms",
    summary:
      "Whatever JSON Schema an agent sends, there is a form for it, and a wrong answer does not leave.",
    tries: [
      "Book a trip: add travellers, choose how to get there, and see fields come and go.",
      "Send the mail: change its text before you say yes, and the agent gets the whole of it.",
      "Paste a JSON Schema as your message, and answer it.",
    ],
    prompts: ["Book a trip", "Send the mail"],
  },
];
