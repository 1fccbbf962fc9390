/** The words of the folded inspector. */
export interface ShellWords {
  /** Its heading, and the name of its region. */
  title: string;
  requestCount: (total: number) => string;
  loading: string;
  loadFailed: (reason: string) => string;
}

export const shellWords: ShellWords = {
  title: "Inspector",
  requestCount: (total) => `${total} ${total === 1 ? "request" : "requests"}`,
  loading: "Loading…",
  loadFailed: (reason) => `The inspector could not be loaded: ${reason}. Reload the page.`,
};
