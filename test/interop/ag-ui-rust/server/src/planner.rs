use ag_ui::server::{Agent, Result, RunContext};
use ag_ui::{Interrupt, ResumeStatus, RunOutcome};
use serde_json::json;

use crate::schema::object;

/// Needs a budget and a date, and knows only the answers of the present request: it asks again for whatever that one
/// leaves out, so that a client which sends one answer at a time never comes to an end.
pub struct Planner;

impl Agent for Planner {
    type State = ();

    async fn run(&self, ctx: &mut RunContext<()>) -> Result<RunOutcome> {
        let missing: Vec<Interrupt> = [budget(), date()]
            .into_iter()
            .filter(|question| ctx.resume_for(&question.id).is_none())
            .collect();
        if !missing.is_empty() {
            ctx.say("I book nothing without a budget and a date.")?;
            return Ok(RunOutcome::interrupt(missing));
        }
        let declined: Vec<&str> = ctx
            .resume()
            .iter()
            .filter(|answer| answer.status == ResumeStatus::Cancelled)
            .map(|answer| answer.interrupt_id.as_str())
            .collect();
        let outcome = match declined.as_slice() {
            [] => "Booked.".to_owned(),
            ids => format!("Declined: {}. Nothing was booked.", ids.join(" and ")),
        };
        ctx.say(outcome)?;
        Ok(RunOutcome::Success)
    }
}

fn budget() -> Interrupt {
    Interrupt {
        message: Some("Approve a budget for the offsite?".to_owned()),
        response_schema: object(json!({
            "type": "object",
            "properties": { "amount": { "type": "integer", "title": "Budget (EUR)" } },
            "required": ["amount"],
        })),
        ..Interrupt::new("approve-budget", "input_required")
    }
}

fn date() -> Interrupt {
    Interrupt {
        message: Some("Which date suits?".to_owned()),
        response_schema: object(json!({
            "type": "object",
            "properties": {
                "date": { "type": "string", "format": "date", "title": "Date" },
                "place": { "type": "string", "title": "Place", "enum": ["Lisbon", "Prague", "Utrecht"] },
            },
            "required": ["date", "place"],
        })),
        ..Interrupt::new("confirm-date", "input_required")
    }
}
