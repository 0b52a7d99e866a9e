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

/** An unexpected error, with a retry and a plain link home, which works even when the client router does not. */
export function UnexpectedError({ reset }: { reset: () => void }) {
  return (
    <div className="shop py-14 lg:py-24 max-w-[52rem]">
      <title>Something went wrong · Mithaas</title>
      <h1 className="text-d2">Something went wrong</h1>
      <p className="text-muted text-lg mt-2 mb-7">It is our fault, not yours. Your cart is safe.</p>
      <div role="alert" className="page-error">
        <svg className="size-6 shrink-0" aria-hidden="true">
          <use href="/icons.svg#circle-alert" />
        </svg>
        <p>An unexpected error occurred</p>
        <button type="button" className="btn btn-danger" onClick={reset}>
          Try again
        </button>
      </div>
      <p className="mt-6">
        <a href="/home" className="link inline-flex items-center min-h-11">
          Return to Home
        </a>
      </p>
    </div>
  );
}
