use ag_ui::server::{Agent, Error, Result, RunContext};
use ag_ui::{Interrupt, ResumeEntry, ResumeStatus, RunOutcome};
use serde_json::{Value, json};

use crate::schema::object;

const APPROVAL: &str = "approve-deploy";

/// Asks before it deploys, and insists on a build number. What a wrong one is, only this agent knows: its schema
/// lets everything pass.
pub struct Deployer;

impl Agent for Deployer {
    type State = ();

    async fn run(&self, ctx: &mut RunContext<()>) -> Result<RunOutcome> {
        let Some(answer) = ctx.resume_for(APPROVAL).cloned() else {
            ctx.say("Deploying to production needs a human.")?;
            return Ok(RunOutcome::interrupt([question()]));
        };
        let outcome = match answer.status {
            ResumeStatus::Resolved => format!("Deployed build {}.", build(&answer)?),
            ResumeStatus::Cancelled => "Left production alone.".to_owned(),
        };
        ctx.say(outcome)?;
        Ok(RunOutcome::Success)
    }
}

fn build(answer: &ResumeEntry) -> Result<u64> {
    let build = answer
        .payload
        .as_ref()
        .and_then(|payload| payload.get("build"));
    build
        .and_then(Value::as_u64)
        .ok_or_else(|| Error::agent("the approval carried no build number"))
}

/// With every optional field, so that each has to survive the way.
fn question() -> Interrupt {
    Interrupt {
        message: Some("Deploy build 42 to production?".to_owned()),
        tool_call_id: Some("call-deploy".into()),
        response_schema: object(json!({
            "type": "object",
            "properties": { "build": { "title": "Build", "type": ["integer", "string"] } },
            "required": ["build"],
        })),
        expires_at: Some("2099-12-31T23:59:59Z".to_owned()),
        metadata: object(json!({ "environment": "production" })),
        ..Interrupt::new(APPROVAL, "tool_approval")
    }
}
