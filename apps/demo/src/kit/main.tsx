import "@holdpoint/react/styles.css";
import "./kit.css";
import { AgentProvider } from "@holdpoint/react";
import { germanMessages } from "@holdpoint/react/messages/de";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createDesk } from "./desk-client.ts";
import { KitApp } from "./kit-app.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root to draw into.");

const options = new URLSearchParams(location.search);
const isGerman = options.get("lang") === "de";
if (isGerman) document.documentElement.lang = "de";
if (options.get("dir") === "rtl") document.documentElement.dir = "rtl";

const desk = createDesk();
// Somebody has written to another thread before, which waits.
void desk.client.thread("refund").send("Refund order 1207");

createRoot(root).render(
  <StrictMode>
    <AgentProvider client={desk.client} {...(isGerman && { messages: germanMessages })}>
      <KitApp setConnection={desk.setConnection} />
    </AgentProvider>
  </StrictMode>,
);
