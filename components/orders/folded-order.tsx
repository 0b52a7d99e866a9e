import type { Route } from "next";
import Link from "next/link";
import { StatusBadge } from "@/components/orders/status-badge";
import { paymentTexts } from "@/components/payments/payment-texts";
import { formatDateTime } from "@/lib/dates";
import { slotText } from "@/lib/delivery/texts";
import { formatRupees } from "@/lib/money";
import type { OwnOrderRow as Row } from "@/lib/orders/serializers";

/** An order of the list that is not opened: its link opens it in its place, and closes the one that was. */
export function FoldedOrder({ order }: { order: Row }) {
  const { id, first, lines, fulfilment } = order;
  const titleId = `order-${id}`;
  const details = [
    lines > 1 ? `${first} and ${lines - 1} more` : first,
    fulfilment.slot && slotText(fulfilment.slot),
    ...paymentTexts(order),
  ].filter(Boolean);
  return (
    <article
      id={`${titleId}-card`}
      className="relative border border-border bg-surface px-[min(1.25rem,5vw)] py-3 lg:px-8 mt-2"
      aria-labelledby={titleId}
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id={titleId} className="font-semibold num">
          <Link
            href={`/orders?order=${id}#${titleId}-card` as Route}
            prefetch={false}
            className="touch:inline-flex touch:items-center touch:min-h-11 after:absolute after:inset-0 hover:underline underline-offset-4 decoration-accent decoration-2"
          >
            Order #{id}
          </Link>
        </h2>
        <StatusBadge status={order.status} />
        <span className="num font-semibold ml-auto">{formatRupees(order.total)}</span>
      </header>
      <p className="flex flex-wrap gap-x-4 text-sm text-muted num">
        <time dateTime={order.createdAt}>{formatDateTime(order.createdAt)}</time>
        {details.map((text) => (
          <span key={text} className="[overflow-wrap:anywhere]">
            {text}
          </span>
        ))}
      </p>
    </article>
  );
}
