"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { useEffect } from "react";

const RELOADED = "mithaas:reloaded";

/** Remembers that this address is loaded anew. False when this tab has done that, or cannot remember it: it would not end. */
function mayReload(): boolean {
  try {
    const isFirst = sessionStorage.getItem(RELOADED) !== location.href;
    sessionStorage.setItem(RELOADED, location.href);
    return isFirst;
  } catch {
    return false;
  }
}

/**
 * What 'Try again' of an error page does. When the code of the page could not be loaded, after an upgrade say, that is to load the page
 * anew, which is done once without being asked while there is a connection.
 */
export function useRetry(error: Error, reset: () => void): () => void {
  // The name that Turbopack gives the error.
  const isLost = error.name === "ChunkLoadError";
  useEffect(() => {
    if (isLost && navigator.onLine && mayReload()) location.reload();
  }, [isLost]);
  return isLost ? () => location.reload() : reset;
}
