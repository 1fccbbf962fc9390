/**
 * Calls `onHide` when the page may be about to go, with whether it goes now, and `onShow` when a person
 * comes back to it.
 */
export function watchPage(onHide: (isGoing: boolean) => void, onShow: () => void): () => void {
  if (typeof document === "undefined") return () => {};
  const onVisibility = () => (document.visibilityState === "hidden" ? onHide(false) : onShow());
  const onPageHide = () => onHide(true);
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onShow();
  };
  document.addEventListener("visibilitychange", onVisibility);
  globalThis.addEventListener("pagehide", onPageHide);
  globalThis.addEventListener("pageshow", onPageShow);
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    globalThis.removeEventListener("pagehide", onPageHide);
    globalThis.removeEventListener("pageshow", onPageShow);
  };
}
