import Link from "next/link";
import { EmptyState } from "@/components/ui/empty-state";
import { SHOWN_DAYS } from "@/lib/messages/tracking-queries";
import { factsForPage } from "@/lib/settings/queries";

/** A tracking link that shows no order: it is too old, or not all of it was copied. */
export default async function TrackingLinkEnded() {
  const { callUs, hours } = await factsForPage();
  return (
    <EmptyState
      level="h1"
      title="This tracking link shows no order"
      action={
        <Link href="/login?next=/orders" prefetch={false} className="btn btn-primary">
          Sign in to see your orders
        </Link>
      }
    >
      <span className="block max-w-prose">
        A link works until {SHOWN_DAYS} days after its order was delivered or cancelled. If yours is newer, part of its
        address may be missing: please open it from our message.
      </span>
      <span className="block max-w-prose mt-3">
        For anything about an order call us on{" "}
        <a className="link num" href={callUs.href}>
          {callUs.text}
        </a>
        {hours.map(({ text }) => (
          <span key={text} className="block num">
            {text}
          </span>
        ))}
      </span>
    </EmptyState>
  );
}
