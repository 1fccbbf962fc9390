import { useState } from "react";
import { applyTheme, storedTheme, themes, toTheme } from "./theme.ts";

const LABELS = { system: "System", light: "Light", dark: "Dark" } as const;

export function ThemeSwitch() {
  const [theme, setTheme] = useState(storedTheme);
  return (
    <select
      className="theme-switch"
      aria-label="Theme"
      value={theme}
      onChange={(event) => {
        const chosen = toTheme(event.currentTarget.value);
        setTheme(chosen);
        applyTheme(chosen);
      }}
    >
      {themes.map((name) => (
        <option key={name} value={name}>
          {LABELS[name]}
        </option>
      ))}
    </select>
  );
}
