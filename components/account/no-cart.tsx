import type { Route } from "next";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** What an admin sees in place of a cart or orders (decisions §8). */
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
