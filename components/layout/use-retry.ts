import { useEffect } from "react";
import { isShopThere } from "@/components/ui/is-shop-there";

/** Whether this document is a reload already: code that is still not there would make the next one endless. */
const isReload = () =>
  performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "reload");

/**
 * What 'Try again' of an error page does. When the code of the page could not be loaded, after an upgrade say, that is to load the page
 * anew, which is done once without being asked when the shop can be reached.
 */
export function useRetry(error: Error, reset: () => void): () => void {
  // The name that Turbopack gives the error.
  const isLost = error.name === "ChunkLoadError";
  useEffect(() => {
    if (!isLost || isReload()) return;
    let isLeft = false;
    void isShopThere().then((isThere) => isThere && !isLeft && location.reload());
    return () => {
      isLeft = true;
    };
  }, [isLost]);
  return isLost ? () => location.reload() : reset;
}
