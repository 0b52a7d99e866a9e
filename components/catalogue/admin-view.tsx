"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { useViewer } from "@/components/layout/viewer-store";

/** 'Admin view' in place of the shoppers' controls. Its space is reserved from the first paint; the text is rendered for admins only. */
export function AdminView() {
  const { role } = useViewer();
  return (
    <p data-for="admin" className="text-muted min-h-11 grid items-center">
      {role === "admin" && "Admin view"}
    </p>
  );
}
