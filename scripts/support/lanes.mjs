import { buildDemo } from "./build-demo.mjs";
import { buildRustServer } from "./build-rust-server.mjs";

/**
 * What a lane needs before its tests run: the variables that its tests read, or, where the machine lacks it, what is
 * missing. Throws where it is there and does not work.
 * @typedef {() => Promise<{ env: Record<string, string> } | { missing: string }>} Prepare
 */

/**
 * The lanes of `npm run test:interop`, in order: the tests of one folder, against something that others wrote.
 * @typedef {{ name: string, title: string, folder: string, needs: readonly Prepare[] }} Lane
 */

/** @type {readonly Lane[]} */
export const lanes = [
  {
    name: "ag-ui-rust",
    title: "The Rust crate ag-ui, our client",
    folder: "test/interop/ag-ui-rust/client/",
    needs: [buildRustServer],
  },
  {
    name: "ag-ui-rust-page",
    title: "The Rust crate ag-ui, the demo in a browser",
    folder: "test/interop/ag-ui-rust/page/",
    needs: [buildRustServer, buildDemo],
  },
  {
    name: "ag-ui-client",
    title: "@ag-ui/client, our agents",
    folder: "test/interop/ag-ui-client/",
    needs: [],
  },
  {
    name: "ag-ui-schemas",
    title: "@ag-ui/core/schemas, every event of our agents",
    folder: "test/interop/ag-ui-schemas/",
    needs: [],
  },
];
