import type { Route } from "next";
import Link from "next/link";
import { actionToasts } from "@/components/admin/action-toasts";
import { shortCollectText } from "@/components/admin/payments/texts";
import { May } from "@/components/admin/permissions";
import { FormOutcome } from "@/components/forms/form-outcome";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { StatusBadge } from "@/components/orders/status-badge";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";
import { withPack } from "@/lib/catalogue/packs";
import { formatShortDateTime, formatTime } from "@/lib/dates";
import { hasLeft } from "@/lib/kitchen/constants";
import type { OrderToPack as Order } from "@/lib/kitchen/rules";
import { FAILED_TO_MARK, PACKED_BATCH, type PackedAction } from "./packed-batch";

type OrderToPackProps = {
  order: Order;
  /** Whether it says how the order is delivered and when it was placed, where no window does. */
  showMethod: boolean;
  action: PackedAction;
};

const methodTexts = { courier: "Courier", delivery: "Delivery", pickup: "Pickup" };

/** An order with what is packed with it, a checkbox and 'Packed'. */
export function OrderToPack({ order, showMethod, action }: OrderToPackProps) {
  const { id, status, packed, packedAt, giftWrap, personalMessage, notes, payment } = order;
  const isFixed = hasLeft(status);
  return (
    <li className="order-to-pack" data-packed={packed || undefined}>
      <span className="print-box" aria-hidden="true" />
      {isFixed ? (
        <span className="size-11 print:hidden" />
      ) : (
        <label className="grid place-items-center size-11 print:hidden">
          <input
            type="checkbox"
            name="ids"
            value={id}
            form={PACKED_BATCH}
            aria-label={`Select order #${id}`}
            data-unpacked={packed ? undefined : ""}
            className="size-6 accent-primary"
          />
        </label>
      )}
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="num text-lg">{`#${id}`}</b>
          <StatusBadge status={status} />
          {payment && <span className="num font-semibold">{shortCollectText(payment)}</span>}
          {giftWrap && (
            <span className="inline-flex items-center gap-1 font-semibold text-accent-text">
              <Icon name="gift" />
              Gift wrap
            </span>
          )}
        </p>
        {order.recipientName && <p className="font-medium">{order.recipientName}</p>}
        {showMethod && (
          <p className="text-sm text-muted num">
            {order.method ? methodTexts[order.method] : "To be arranged"}, ordered{" "}
            <time dateTime={order.createdAt}>{formatShortDateTime(order.createdAt)}</time>
          </p>
        )}
        <ul className="mt-1 text-lg leading-snug">
          {order.items.map(({ packId, name, packLabel, quantity }) => (
            <li key={packId}>
              <b className="num">{`${quantity} ×`}</b>
              {` ${withPack(name, packLabel)}`}
            </li>
          ))}
        </ul>
        {personalMessage && (
          <p className="mt-1 whitespace-pre-line">
            <span className="text-muted">Message:</span> “{personalMessage}”
          </p>
        )}
        {notes && (
          <p className="mt-1 whitespace-pre-line">
            <span className="text-muted">Notes:</span> {notes}
          </p>
        )}
        <p className="flex flex-wrap items-center gap-x-4 print:hidden">
          <May to="orders:read">
            <Link className="link tap" href={order.slip as Route} prefetch={false} aria-label={`Slip of order #${id}`}>
              Slip
            </Link>
            <Link
              className="link tap"
              href={`/admin/orders/${id}`}
              prefetch={false}
              aria-label={`Details of order #${id}`}
            >
              Details
            </Link>
          </May>
          {packed && !isFixed && (
            <button
              type="submit"
              form={`packed-${id}`}
              name="packed"
              value="no"
              className="link tap"
              aria-label={`Take back: order #${id} is not packed`}
            >
              Take back
            </button>
          )}
        </p>
      </div>
      <div className="marking">
        {isFixed ? (
          <span className="btn packed-button">
            <Icon name="check" />
            Packed
          </span>
        ) : (
          <PackedForm id={id} packed={packed} action={action} />
        )}
        {packedAt && (
          <time className="num text-sm text-muted" dateTime={packedAt}>
            {formatTime(packedAt)}
          </time>
        )}
      </div>
    </li>
  );
}

/**
 * Marks one order as packed. The button stays where it is afterwards and does nothing then, so that a second tap takes nothing back and
 * the focus is not lost; 'Take back' stands elsewhere and belongs to this form too.
 */
function PackedForm({ id, packed, action }: { id: number; packed: boolean; action: PackedAction }) {
  const { posted, message, pending, formProps } = useActionForm(action, {
    ...actionToasts(FAILED_TO_MARK),
    onSuccess: (outcomes) => toast.success(outcomes[0]?.message ?? ""),
  });
  return (
    <>
      <form {...formProps} id={`packed-${id}`}>
        <MadeFor />
        <input type="hidden" name="ids" value={id} />
        <Button
          type={packed ? "button" : "submit"}
          name="packed"
          value="yes"
          className="packed-button"
          pending={pending}
          aria-disabled={packed || pending || undefined}
          aria-label={packed ? `Order #${id} is packed` : `Packed: order #${id}`}
        >
          <Icon name="check" />
          Packed
        </Button>
      </form>
      <FormOutcome done={posted?.ok && posted.data[0]?.message} message={message} />
    </>
  );
}
