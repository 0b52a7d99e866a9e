import type { Route } from "next";
import Link from "next/link";

/** The third way, beside signing in and registering, for who comes from the checkout. */
export function OrderWithoutAccount({ next }: { next: string | null }) {
  if (!next?.startsWith("/checkout") && !next?.startsWith("/cart?checkout")) return null;
  return (
    <p className="mt-3 text-center">
      <Link className="link inline-flex items-center min-h-11" href={"/checkout?guest=1" as Route}>
        Order without an account
      </Link>
    </p>
  );
}
