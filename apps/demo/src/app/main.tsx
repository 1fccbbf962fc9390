import "@holdpoint/react/styles.css";
import "../styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { stories } from "./stories.ts";
import { createStorySession } from "./story-session.ts";
import { applyTheme, storedTheme } from "./theme.ts";

applyTheme(storedTheme());

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root to draw into.");

const sessions = stories.map(createStorySession);
createRoot(root).render(
  <StrictMode>
    <App sessions={sessions} />
  </StrictMode>,
);
