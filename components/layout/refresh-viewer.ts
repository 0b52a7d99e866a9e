import { toast } from "@/components/ui/toast";
import { readViewer, setViewer, type Viewer } from "./viewer-store";

/*
 * Public pages are the same for everybody, and greet by the readable hint. The session behind it may have ended elsewhere, by a
 * new password or an ended session: whoever the hint calls signed in is asked for now and then. Visitors are not.
 */

/** Milliseconds after an answer in which it is good enough. */
const GOOD_MS = 10_000;

let knownAt = Number.NEGATIVE_INFINITY;
let isFailing = false;

/** The server has just said who is looking, with a page of one person's own. */
export function markViewerFresh(): void {
  knownAt = performance.now();
}

/** Asks the server who is looking, if that has not been known for a while, and corrects the header. */
export async function refreshViewer(): Promise<void> {
  const before = readViewer();
  if (before.role === "visitor" || document.visibilityState === "hidden") return;
  if (performance.now() - knownAt < GOOD_MS) return;
  markViewerFresh();
  try {
    const response = await fetch("/account/viewer", { cache: "no-store" });
    if (!response.ok) {
      // Once for each outage.
      if (!isFailing) toast.error("Failed to get current user");
      isFailing = true;
      return;
    }
    isFailing = false;
    const viewer = (await response.json()) as Viewer;
    // Whoever logged in or out meanwhile knows better. The count is left alone: what was just clicked may be on its way.
    if (readViewer() === before && (viewer.role !== before.role || viewer.name !== before.name)) setViewer(viewer);
  } catch {
    // A lost connection says nothing about the session.
  }
}
