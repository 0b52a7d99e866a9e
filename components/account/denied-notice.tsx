"use client";

import { useEffect, useState } from "react";
import { toast } from "@/components/ui/toast";

const DENIED = "Access denied. Admin privileges required.";

/** Says why somebody was sent from /admin to /login: a toast, or a line in the page without JavaScript. */
export function DeniedNotice() {
  const [told, setTold] = useState(false);
  useEffect(() => {
    setTold(true);
    // Once, also when the page is looked at again.
    const url = new URL(location.href);
    if (!url.searchParams.has("denied")) return;
    url.searchParams.delete("denied");
    history.replaceState(history.state, "", url);
    toast.error(DENIED);
  }, []);

  if (told) return null;
  return (
    <p role="alert" data-for="neutral" className="w-full max-w-[26rem] bg-danger-soft text-danger p-3 mb-6 katli-cut">
      {DENIED}
    </p>
  );
}
