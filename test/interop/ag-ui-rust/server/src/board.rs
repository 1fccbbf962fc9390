use ag_ui::server::{Agent, Result, RunContext};
use ag_ui::{Interrupt, ResumeStatus, RunOutcome};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::schema::object;

const CONFIRM_CLEAR: &str = "confirm-clear";

#[derive(Clone, Serialize, Deserialize)]
pub struct Task {
    id: String,
    title: String,
    done: bool,
}

#[derive(Clone, Serialize, Deserialize)]
pub struct Board {
    tasks: Vec<Task>,
}

/// A thread that has published nothing yet has these.
impl Default for Board {
    fn default() -> Self {
        let task = |(at, title): (usize, &str)| Task {
            id: format!("t{}", at + 1),
            title: title.to_owned(),
            done: at == 0,
        };
        let titles = ["Order the timber", "Sand the table", "Oil the chairs"];
        Self {
            tasks: titles.into_iter().enumerate().map(task).collect(),
        }
    }
}

/// Keeps a board in the shared state and clears it only when a human agrees. Advertises `{ confirm: boolean }` and
/// reads the status alone, so that `resolved` with `{ "confirm": false }` clears it.
pub struct Clearer;

impl Agent for Clearer {
    type State = Board;

    async fn run(&self, ctx: &mut RunContext<Board>) -> Result<RunOutcome> {
        match ctx.resume_for(CONFIRM_CLEAR).map(|answer| answer.status) {
            Some(ResumeStatus::Resolved) => {
                let cleared = ctx.state().tasks.len();
                let mut call = ctx.tool_call("clear_board")?;
                call.args_json(&json!({}))?;
                call.result_json(&json!({ "cleared": cleared }))?;
                ctx.update_state(|board| board.tasks.clear())?;
                ctx.say("Cleared the board.")?;
                return Ok(RunOutcome::Success);
            }
            Some(ResumeStatus::Cancelled) => {
                ctx.say("Left the board alone.")?;
                return Ok(RunOutcome::Success);
            }
            None => {}
        }
        ctx.publish_state()?;
        let count = ctx.state().tasks.len();
        // Work before the pause: the run that follows must carry all of it.
        let mut call = ctx.tool_call("count_tasks")?;
        call.args_json(&json!({}))?;
        call.result_json(&json!({ "count": count }))?;
        ctx.say("Clearing the board cannot be undone, so I ask first.")?;
        Ok(RunOutcome::interrupt([question(count)]))
    }
}

fn question(count: usize) -> Interrupt {
    Interrupt {
        message: Some(format!("Clear the board? {count} tasks will be removed.")),
        response_schema: object(json!({
            "type": "object",
            "properties": { "confirm": { "type": "boolean" } },
            "required": ["confirm"],
        })),
        ..Interrupt::new(CONFIRM_CLEAR, "tool_approval")
    }
}
