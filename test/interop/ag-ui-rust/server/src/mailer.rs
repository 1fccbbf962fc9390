use ag_ui::server::{Agent, Result, RunContext};
use ag_ui::{Interrupt, ResumeEntry, ResumeStatus, RunOutcome};
use serde_json::{Value, json};

use crate::schema::object;

const SEND: &str = "approve-send";
const DROP: &str = "approve-drop";

/// Asks about two calls at once, of which the arguments of one may be changed on the way.
pub struct Mailer;

impl Agent for Mailer {
    type State = ();

    async fn run(&self, ctx: &mut RunContext<()>) -> Result<RunOutcome> {
        let (Some(send), Some(drop)) = (ctx.resume_for(SEND), ctx.resume_for(DROP)) else {
            return ask(ctx);
        };
        let sent = match (send.status, edited(send)) {
            (ResumeStatus::Cancelled, _) => "Sent nothing.".to_owned(),
            (_, Some(arguments)) => format!("Sent {arguments}."),
            (_, None) => format!("Sent {}.", mail()),
        };
        let dropped = match drop.status {
            ResumeStatus::Resolved => "Dropped the draft.",
            ResumeStatus::Cancelled => "Kept the draft.",
        };
        ctx.say(format!("{sent} {dropped}"))?;
        Ok(RunOutcome::Success)
    }
}

fn mail() -> Value {
    json!({ "text": "Hello", "to": "ann" })
}

fn edited(answer: &ResumeEntry) -> Option<&Value> {
    answer.payload.as_ref()?.get("editedArgs")
}

fn ask(ctx: &mut RunContext<()>) -> Result<RunOutcome> {
    for (id, name, arguments) in [
        ("call-send", "send_mail", mail()),
        ("call-drop", "drop_draft", json!({})),
    ] {
        let mut call = ctx.tool_call_with_id(id, name)?;
        call.args_json(&arguments)?;
        call.end()?;
    }
    let about = |id: &str, call: &str| Interrupt {
        tool_call_id: Some(call.into()),
        ..Interrupt::new(id, "tool_approval")
    };
    let send = Interrupt {
        response_schema: object(json!({
            "type": "object",
            "properties": {
                "editedArgs": {
                    "type": "object",
                    "properties": { "text": { "type": "string" }, "to": { "type": "string" } },
                },
            },
        })),
        ..about(SEND, "call-send")
    };
    Ok(RunOutcome::interrupt([send, about(DROP, "call-drop")]))
}
