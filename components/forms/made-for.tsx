"use client";

import { createContext, type ReactNode, use, useState } from "react";
import { MADE_FOR } from "@/lib/forms/made-for";

const MadeForContext = createContext<string | null>(null);

/**
 * Provides for whom the page was rendered; null when that is not known. When an account gives way to another person, its page is mounted
 * anew, so that nothing stays that was typed or opened.
 */
export function MadeForProvider({ madeFor, children }: { madeFor: string | null; children: ReactNode }) {
  const [shown, setShown] = useState({ madeFor, changes: 0 });
  if (shown.madeFor !== madeFor)
    setShown({ madeFor, changes: shown.changes + (shown.madeFor?.startsWith("user:") ? 1 : 0) });
  return (
    <MadeForContext key={shown.changes} value={madeFor}>
      {children}
    </MadeForContext>
  );
}

/** For whom the page was rendered; null on pages that are the same for everybody. */
export const useMadeFor = () => use(MadeForContext);

/** Says so in a form of a private page, so that the server refuses it from somebody else who has signed in meanwhile. */
export function MadeFor() {
  const madeFor = useMadeFor();
  return madeFor && <input type="hidden" name={MADE_FOR} value={madeFor} />;
}
