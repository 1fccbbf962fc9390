export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const KEY = "holdpoint-demo-theme";

/** The theme chosen earlier; the system's where there is none or storage is off. */
export function storedTheme(): Theme {
  try {
    return toTheme(localStorage.getItem(KEY));
  } catch {
    return "system";
  }
}

export function toTheme(value: string | null): Theme {
  return themes.find((theme) => theme === value) ?? "system";
}

/** Shows a theme and keeps it for the next visit. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The theme then lasts until the page closes.
  }
}
