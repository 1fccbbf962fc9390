import { delimiter, dirname } from "node:path";
import { findCargo } from "./find-cargo.mjs";
import { inRoot } from "./root.mjs";
import { run } from "./run.mjs";

const manifest = inRoot("test/interop/ag-ui-rust/server/Cargo.toml");
/** Outside git, and gone with the other things that an install makes anew. */
const target = inRoot("node_modules/.cache/holdpoint/ag-ui-rust");

/** @type {import("./lanes.mjs").Prepare} */
export async function buildRustServer() {
  const cargo = findCargo();
  if ("missing" in cargo) return cargo;
  // Cargo looks for its compiler along the path.
  const path = `${dirname(cargo.path)}${delimiter}${process.env.PATH ?? ""}`;
  const args = ["build", "--manifest-path", manifest, "--target-dir", target];
  const code = await run(cargo.path, args, { env: { ...process.env, PATH: path } });
  if (code !== 0) throw new Error("The Rust server could not be built; the reason is above.");
  return { env: { HOLDPOINT_RUST_SERVER: `${target}/debug/rust-peer` } };
}
