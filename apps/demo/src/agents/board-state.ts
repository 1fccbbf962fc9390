import { member } from "./json.ts";

export interface Task {
  id: string;
  title: string;
  done: boolean;
}

export interface BoardState {
  tasks: Task[];
}

export const DEFAULT_TASKS: readonly Task[] = [
  { id: "t1", title: "Renew the TLS certificate", done: true },
  { id: "t2", title: "Write the release notes", done: false },
  { id: "t3", title: "Rotate the signing keys", done: false },
  { id: "t4", title: "Archive the old dashboards", done: false },
];

/** The tasks in a state from the wire; undefined where nobody has published any yet. */
export function readTasks(state: unknown): Task[] | undefined {
  const tasks = member(state, "tasks");
  return Array.isArray(tasks) ? tasks.filter(isTask) : undefined;
}

function isTask(value: unknown): value is Task {
  return (
    typeof member(value, "id") === "string" &&
    typeof member(value, "title") === "string" &&
    typeof member(value, "done") === "boolean"
  );
}
