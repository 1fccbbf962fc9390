//! Agents made with the crate `ag-ui` as it is published, served by its axum binding on a loopback port of its
//! own choice, or on the one given as the first argument. Prints where it listens.

mod board;
mod deployer;
mod mailer;
mod patient;
mod planner;
mod schema;
mod talker;
mod unasked;

use std::sync::Arc;

use ag_ui::axum::{AgentEndpoint, RouterExt};
use axum::routing::{get, post};
use axum::{Json, Router};

use board::Clearer;
use deployer::Deployer;
use mailer::Mailer;
use patient::{Departures, Patient};
use planner::Planner;
use talker::Talker;
use tokio::sync::Notify;
use unasked::Unasked;

fn router() -> Router {
    let departures = Departures::default();
    let seen = departures.clone();
    let nudge = Arc::new(Notify::new());
    let talker = Talker {
        nudge: Arc::clone(&nudge),
    };
    let patient = Arc::new(Patient::new(departures));
    Router::new()
        .route_agui("/agent/deploy", Deployer)
        .route_agui("/agent/board", Clearer)
        .route_agui("/agent/planner", Planner)
        .route_agui("/agent/mailer", Mailer)
        .route_agui("/agent/unasked", Unasked)
        .route_agui_with("/agent/talker", AgentEndpoint::new(talker).echo_input(true))
        .route_agui("/agent/patient", Arc::clone(&patient))
        // Under the paths of two stories of the demo, so that its page drives these as well.
        .route_agui("/agent/release", Unasked)
        .route_agui("/agent/forms", patient)
        .route("/nudge", post(move || async move { nudge.notify_one() }))
        .route("/departures", get(move || async move { Json(seen.list()) }))
}

async fn serve(port: u16) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("Listening on port {}", listener.local_addr()?.port());
    axum::serve(listener, router()).await
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port = match std::env::args().nth(1) {
        Some(port) => port.parse()?,
        None => 0,
    };
    serve(port).await?;
    Ok(())
}
