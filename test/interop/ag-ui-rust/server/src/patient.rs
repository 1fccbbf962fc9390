use std::sync::{Arc, Mutex, PoisonError};

use ag_ui::RunOutcome;
use ag_ui::server::{Agent, CancellationToken, Result, RunContext};
use serde::Serialize;

/// A run that is over: whose it was, and whether its agent had been told to stop.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Departure {
    thread_id: String,
    cancelled: bool,
}

#[derive(Clone, Default)]
pub struct Departures(Arc<Mutex<Vec<Departure>>>);

impl Departures {
    fn add(&self, departure: Departure) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(departure);
    }

    pub fn list(&self) -> Vec<Departure> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// Notes on every way out, also where the run is just dropped, whether it had been cancelled.
struct Leaving {
    departures: Departures,
    thread_id: String,
    token: CancellationToken,
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.departures.add(Departure {
            thread_id: std::mem::take(&mut self.thread_id),
            cancelled: self.token.is_cancelled(),
        });
    }
}

/// Says one thing and then waits until nobody listens any more; to "Be quick" it does not wait.
pub struct Patient {
    departures: Departures,
}

impl Patient {
    pub fn new(departures: Departures) -> Self {
        Self { departures }
    }
}

impl Agent for Patient {
    type State = ();

    async fn run(&self, ctx: &mut RunContext<()>) -> Result<RunOutcome> {
        let _leaving = Leaving {
            departures: self.departures.clone(),
            thread_id: ctx.thread_id().to_string(),
            token: ctx.cancel_token(),
        };
        ctx.say("Working on it.")?;
        if ctx.last_user_text().as_deref() != Some("Be quick") {
            ctx.cancelled().await;
            ctx.check_cancelled()?;
        }
        Ok(RunOutcome::Success)
    }
}
