import type { Route } from "next";
import { EmptyState } from "@/components/ui/empty-state";
import { PageError } from "@/components/ui/page-error";

/** Shown to admins instead of a cart or orders, because they cannot buy. */
export function NoCart() {
  return <EmptyState level="h1" title="Admins have no cart." link={{ href: "/admin" as Route, text: "Admin Panel" }} />;
}

/**
 * Shown instead of a private page while the database is unavailable. 'Try again' is a link to the same page, so that it works
 * without JavaScript.
 */
export function ShopUnavailable({ path, children }: { path: string; children?: string }) {
  return (
    <div className="shop py-9 lg:py-14">
      <PageError retry={path}>The shop cannot be reached right now. Please try again in a moment. {children}</PageError>
    </div>
  );
}
