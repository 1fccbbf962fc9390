/** Calls `onHide` when the page may be about to go, and `onShow` when a person comes back to it. */
export function watchPage(onHide: () => void, onShow: () => void): () => void {
  if (typeof document === "undefined") return () => {};
  const listener = () => (document.visibilityState === "hidden" ? onHide() : onShow());
  document.addEventListener("visibilitychange", listener);
  globalThis.addEventListener("pagehide", onHide);
  return () => {
    document.removeEventListener("visibilitychange", listener);
    globalThis.removeEventListener("pagehide", onHide);
  };
}
