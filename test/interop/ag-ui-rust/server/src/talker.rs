use std::collections::BTreeMap;
use std::sync::Arc;

use ag_ui::server::{Agent, Error, Result, RunContext};
use ag_ui::{Event, RunOutcome};
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

/// Full of what frames a server-sent event, and of characters that are more than one code point.
const HOSTILE: &str =
    "data: {}\n\nevent: end\r\nid: 1\r: comment\u{2028}\"\\ and 👩\u{200d}🚀, é, \u{fffd}";

#[derive(Default, Serialize, Deserialize)]
pub struct Ledger {
    /// Long enough that a patch is the shorter way to tell of a change.
    preface: String,
    entries: BTreeMap<String, Option<u32>>,
}

/// Says all that an agent can say, in the ways that are hard to read; fails or panics when it is told to.
pub struct Talker {
    /// A panic waits for it: what was said before has to be on its way.
    pub nudge: Arc<Notify>,
}

impl Agent for Talker {
    type State = Ledger;

    async fn run(&self, ctx: &mut RunContext<Ledger>) -> Result<RunOutcome> {
        match ctx.last_user_text().as_deref() {
            Some("Fail") => {
                let mut message = ctx.assistant_message()?;
                message.delta("Half of a sen")?;
                return Err(Error::agent("the rest is lost"));
            }
            Some("Panic") => {
                ctx.say("Here it comes.")?;
                self.nudge.notified().await;
                panic!("as the test has asked for");
            }
            _ => {}
        }
        ctx.think("What would be hard to read?")?;
        {
            let mut step = ctx.step("talk")?;
            step.say(HOSTILE)?;
            chunks(&mut step)?;
            call(&mut step)?;
        }
        ledger(ctx)?;
        Ok(RunOutcome::Success)
    }
}

/// A message whose first chunk alone names it, and which nothing ends but what follows.
fn chunks(ctx: &mut RunContext<Ledger>) -> Result<()> {
    let id = ctx.new_message_id();
    ctx.emit(Event::text_message_chunk(Some(id), Some("In ".to_owned())))?;
    ctx.emit(Event::text_message_chunk(
        None,
        Some("chunks 👩\u{200d}".to_owned()),
    ))?;
    ctx.emit(Event::text_message_chunk(None, Some("🚀.".to_owned())))
}

/// Arguments that are cut inside of an escape.
fn call(ctx: &mut RunContext<Ledger>) -> Result<()> {
    let mut call = ctx.tool_call("write_note")?;
    for part in [
        r#"{"text":"a\"#,
        r#""b \u00"#,
        r#"e9","at":{"x":[1,"#,
        r#"2]}}"#,
    ] {
        call.args(part)?;
    }
    call.result("kept")?;
    Ok(())
}

/// A snapshot, then patches: a key that a JSON Pointer has to escape, a null, and one inside of a message.
fn ledger(ctx: &mut RunContext<Ledger>) -> Result<()> {
    ctx.update_state(|ledger| ledger.preface = "To whom it may concern. ".repeat(40))?;
    for (key, value) in [("a/b~c", Some(1)), ("none", None)] {
        ctx.state_mut().entries.insert(key.to_owned(), value);
        ctx.publish_state()?;
    }
    let mut message = ctx.assistant_message()?;
    message.delta("Written")?;
    message
        .state_mut()
        .entries
        .insert("a/b~c".to_owned(), Some(2));
    message.publish_state()?;
    message.delta(" down.")?;
    message.end()
}
