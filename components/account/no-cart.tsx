import type { Route } from "next";
import { EmptyState } from "@/components/ui/empty-state";

/** Shown to admins instead of a cart or orders, because they cannot buy. */
export function NoCart() {
  return <EmptyState level="h1" title="Admins have no cart." link={{ href: "/admin" as Route, text: "Admin Panel" }} />;
}
