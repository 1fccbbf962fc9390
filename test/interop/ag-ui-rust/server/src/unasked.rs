use ag_ui::server::{Agent, Result, RunContext};
use ag_ui::{Event, RunOutcome};

/// Pauses without a question, which the protocol forbids: by its outcome, which its own driver then refuses, or, asked
/// for it "on the wire", past that driver. Answers everything else.
pub struct Unasked;

impl Agent for Unasked {
    type State = ();

    async fn run(&self, ctx: &mut RunContext<()>) -> Result<RunOutcome> {
        let text = ctx.last_user_text().unwrap_or_default();
        if text.starts_with("Hello") {
            ctx.say("Hello to you.")?;
            return Ok(RunOutcome::Success);
        }
        ctx.say("I have a question, and I forgot it.")?;
        if text.contains("on the wire") {
            let (thread, run) = (ctx.thread_id().clone(), ctx.run_id().clone());
            ctx.emit(Event::run_finished_interrupt(thread, run, []))?;
        }
        Ok(RunOutcome::interrupt([]))
    }
}
