import type { Route } from "next";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** Shown to admins instead of a cart or orders, because they cannot buy. */
export function NoCart() {
  return (
    <EmptyState
      level="h1"
      title="Admins have no cart."
      action={
        <Link href={"/admin" as Route} className={buttonClass()}>
          Admin Panel
        </Link>
      }
    />
  );
}
