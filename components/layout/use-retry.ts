"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { useEffect } from "react";

/** Whether this document is a reload already: code that is still not there would make the next one endless. */
const isReload = () =>
  performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "reload");

/**
 * What 'Try again' of an error page does. When the code of the page could not be loaded, after an upgrade say, that is to load the page
 * anew, which is done once without being asked while there is a connection.
 */
export function useRetry(error: Error, reset: () => void): () => void {
  // The name that Turbopack gives the error.
  const isLost = error.name === "ChunkLoadError";
  useEffect(() => {
    if (isLost && navigator.onLine && !isReload()) location.reload();
  }, [isLost]);
  return isLost ? () => location.reload() : reset;
}
