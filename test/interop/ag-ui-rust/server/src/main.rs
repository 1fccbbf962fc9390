//! Agents made with the crate `ag-ui` as it is published, served by its axum binding on a loopback port of its
//! own choice, or on the one given as the first argument. Prints where it listens.

mod board;
mod deployer;
mod patient;
mod planner;
mod schema;
mod unasked;

use ag_ui::axum::RouterExt;
use axum::routing::get;
use axum::{Json, Router};

use board::Clearer;
use deployer::Deployer;
use patient::{Departures, Patient};
use planner::Planner;
use unasked::Unasked;

fn router() -> Router {
    let departures = Departures::default();
    let seen = departures.clone();
    Router::new()
        .route_agui("/agent/deploy", Deployer)
        .route_agui("/agent/board", Clearer)
        .route_agui("/agent/planner", Planner)
        .route_agui("/agent/unasked", Unasked)
        // The page of the demo that has this agent: what a broken agent looks like there.
        .route_agui("/agent/release", Unasked)
        .route_agui("/agent/patient", Patient::new(departures))
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
