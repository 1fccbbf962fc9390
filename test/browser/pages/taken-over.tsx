/** The browser's part of a desk that a server has drawn: takes it over, and says what became of what was there. */
import { createAgentClient, httpTransport, readRecord } from "@holdpoint/client";
import { hydrateRoot } from "react-dom/client";
import { drawnDesk } from "./drawn-desk.tsx";

declare global {
  /** What a server has drawn and React has not kept, as HTML. */
  var lost: (() => string[]) | undefined;
}

const root = document.getElementById("root");
const record = document.getElementById("record");
if (!root || !record) throw new Error("The page lacks what the server has to give it.");

const drawn = [...root.querySelectorAll("*")];
globalThis.lost = () => drawn.filter((element) => !element.isConnected).map(({ outerHTML }) => outerHTML);

const client = createAgentClient({ transport: httpTransport({ url: "/agent" }), actor: "Ann Berg" });
client.thread("desk").hydrate(readRecord(JSON.parse(record.textContent ?? "")));
hydrateRoot(root, drawnDesk(client), {
  onRecoverableError: (error) => console.error("recovered from", error),
});
