import "@holdpoint/react/styles.css";
import "@holdpoint/react/devtools.css";
import "../styles/index.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { stories } from "./stories.ts";
import { createStorySession } from "./story-session.ts";
import { applyTheme, storedTheme } from "./theme.ts";

applyTheme(storedTheme());

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root to draw into.");

// The agents are on this machine: being offline keeps nobody from them.
const queries = new QueryClient({ defaultOptions: { mutations: { networkMode: "always" } } });
const sessions = stories.map(createStorySession);
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App sessions={sessions} />
    </QueryClientProvider>
  </StrictMode>,
);
