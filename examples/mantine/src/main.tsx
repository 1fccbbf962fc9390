import "@mantine/core/styles.css";
import { createAgentClient } from "@holdpoint/client";
import { localTransport } from "@holdpoint/client/agent";
import { AgentProvider } from "@holdpoint/react";
import { MantineProvider } from "@mantine/core";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { bookingAgent } from "./agent.ts";
import { App } from "./app.tsx";
import { readable, theme } from "./theme.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root to draw into.");

// The agent runs in the page; with one on a server this is `httpTransport({ url })`, and nothing else changes.
const client = createAgentClient({ transport: localTransport(bookingAgent) });

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={readable} defaultColorScheme="auto">
      <AgentProvider client={client}>
        <App />
      </AgentProvider>
    </MantineProvider>
  </StrictMode>,
);
