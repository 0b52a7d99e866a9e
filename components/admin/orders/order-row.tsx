"use client";

import { useId } from "react";
import { PaymentBadge, ReceivedTick } from "@/components/admin/payments/payment-state";
import { May } from "@/components/admin/permissions";
import { StatusBadge } from "@/components/orders/status-badge";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { LinkButton } from "@/components/ui/link-button";
import { listNames } from "@/lib/catalogue/packs";
import { formatShortDateTime } from "@/lib/dates";
import type { MessageAction } from "@/lib/http/action-state";
import { formatRupees } from "@/lib/money";
import type { ListedOrder } from "@/lib/orders/admin-queries";
import { isTillSale } from "@/lib/payments/rules";
import { phoneHref } from "@/lib/telephone";
import { orderFeeText, shortWhenText, WALK_IN, wayText } from "./fulfilment";
import { OrderStatus } from "./order-status";

type OrderRowProps = {
  order: ListedOrder;
  /** The id of the form for several orders, which the checkbox of this order belongs to. */
  batch: string;
  complete: boolean;
  action: MessageAction;
  onDetails: (id: number) => void;
};

const icons = { delivery: "truck", courier: "package", pickup: "store" } as const;
const cell = "max-lg:block max-lg:p-0 max-lg:border-0";
/** The number of items that a row names. */
const NAMED_ITEMS = 3;

/** The area of an address: what follows the house and the street. */
function areaOf(address: string | null): string {
  const parts = (address ?? "")
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  return (parts.length > 1 ? parts.slice(1).slice(-2) : parts).join(", ");
}

/** The first items. */
const itemsText = (items: ListedOrder["items"]) =>
  listNames(items.slice(0, NAMED_ITEMS).map(({ name, quantity }) => `${name} × ${quantity}`)) +
  (items.length > NAMED_ITEMS ? ` and ${items.length - NAMED_ITEMS} more` : "");

/** An order in the table, with its actions. On small screens it is a block. */
export function OrderRow({ order, batch, complete, action, onDetails }: OrderRowProps) {
  const { id, status, total } = order;
  const form = useId();
  return (
    <tr className="group max-lg:grid max-lg:grid-cols-[auto_auto_1fr_auto] max-lg:items-center max-lg:gap-x-3 max-lg:p-4 max-xs:flex max-xs:flex-wrap">
      <td className={`w-px !pr-0 max-lg:w-auto lg:align-top ${cell}`}>
        <label className="tick">
          <input
            type="checkbox"
            name="ids"
            value={id}
            form={batch}
            aria-label={`Select order #${id}`}
            className="size-5 accent-primary"
          />
        </label>
      </td>
      <th
        scope="row"
        className={`num !text-base !text-foreground lg:!border-border lg:align-top group-last:!border-b-0 max-lg:!text-lg ${cell}`}
      >
        #{id}
      </th>
      <td
        className={`min-w-0 max-lg:col-span-4 max-lg:row-start-2 max-lg:mt-1 max-lg:mb-2 max-xs:w-full max-xs:order-1 ${cell}`}
      >
        <OrderSummary order={order} />
      </td>
      <td className={`lg:align-top max-lg:col-start-3 max-lg:row-start-1 ${cell}`}>
        <StatusBadge status={status} />
      </td>
      <td className={`r num font-semibold lg:align-top max-lg:text-lg max-lg:row-start-1 max-lg:col-start-4 ${cell}`}>
        {total > 0 ? formatRupees(total) : "-"}
        <span className="block mt-1">
          <PaymentBadge payment={order.payment} />
        </span>
      </td>
      <td className={`r w-px lg:align-top max-lg:col-span-4 max-lg:w-auto max-lg:!text-left max-xs:order-1 ${cell}`}>
        <div className="inline-flex flex-wrap gap-1 xl:flex-nowrap lg:justify-end">
          <LinkButton
            href={`/admin/orders/${id}`}
            onPress={() => onDetails(id)}
            className={buttonClass({ kind: "outline", size: "sm" })}
            aria-haspopup="dialog"
          >
            Details
          </LinkButton>
          <May to="orders:write">
            <OrderStatus order={order} form={form} complete={complete} action={action} />
          </May>
        </div>
        {complete && (
          <May to="payments:write">
            <div className="flex lg:justify-end">
              <ReceivedTick order={order} form={form} />
            </div>
          </May>
        )}
      </td>
    </tr>
  );
}

function OrderSummary({ order }: { order: ListedOrder }) {
  const { createdAt, name, phone, address, items, fulfilment } = order;
  const area = areaOf(address);
  const fee = orderFeeText(fulfilment);
  const way = [wayText(fulfilment), fee && (fulfilment.fee > 0 ? `fee ${fee}` : "no fee")].filter(Boolean).join(" · ");
  return (
    <div className="grid gap-x-6 gap-y-0.5 xl:grid-cols-[minmax(0,1fr)_minmax(0,15rem)] text-sm text-muted wrap-anywhere">
      <div className="grid gap-0.5 content-start [&>*]:min-w-0">
        <time dateTime={createdAt} className="num text-base">
          {formatShortDateTime(createdAt)}
        </time>
        {(name || isTillSale(order)) && (
          <span className="text-base font-medium text-foreground">{name ?? WALK_IN}</span>
        )}
        {(phone || area) && (
          <span className="flex flex-wrap items-center gap-x-2">
            {phone && (
              <a className="tap hover:underline num" href={phoneHref(phone)}>
                {phone}
              </a>
            )}
            {area && <span className="min-w-0">{area}</span>}
          </span>
        )}
        {items.length > 0 && <span className="text-foreground">{itemsText(items)}</span>}
      </div>
      {!isTillSale(order) && (
        <div className="grid gap-0.5 content-start">
          <span className="flex items-center gap-1.5 text-base font-medium text-foreground num">
            <Icon
              name={fulfilment.method ? icons[fulfilment.method] : "phone"}
              className="size-4 shrink-0 text-accent-text"
            />
            <span className="min-w-0">{shortWhenText(order)}</span>
          </span>
          {way && <span className="num">{way}</span>}
        </div>
      )}
    </div>
  );
}
