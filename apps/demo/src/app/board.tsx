import { readTasks } from "../agents/board-state.ts";

/** The board, drawn from the state that the agent publishes. */
export function Board({ state }: { state: unknown }) {
  const tasks = readTasks(state);
  return (
    <section className="board" aria-labelledby="board-heading">
      <div className="board-head">
        <h2 id="board-heading">Board</h2>
        <p className="board-count">
          {tasks ? `${tasks.length} ${tasks.length === 1 ? "task" : "tasks"}` : ""}
        </p>
      </div>
      {tasks === undefined && <p className="board-empty">The tasks come with the first run.</p>}
      {tasks?.length === 0 && <p className="board-empty">No tasks.</p>}
      {tasks && tasks.length > 0 && (
        <ul>
          {tasks.map((task) => (
            <li key={task.id} data-done={task.done}>
              <span className="board-mark" aria-hidden="true" />
              {task.title}
              <span className="board-state">{task.done ? "Done" : "To do"}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
