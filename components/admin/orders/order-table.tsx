import { PaymentBadge, ReceivedTick } from "@/components/admin/payments/payment-state";
import { Permitted } from "@/components/admin/permissions";
import { Tick } from "@/components/admin/ui/batch-bar";
import { DataList } from "@/components/admin/ui/data-list";
import { StatusBadge } from "@/components/orders/status-badge";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { LinkButton } from "@/components/ui/link-button";
import type { Column } from "@/components/ui/table";
import { listNames } from "@/lib/catalogue/packs";
import { formatShortDateTime } from "@/lib/dates";
import { formatRupees } from "@/lib/money";
import type { ListedOrder } from "@/lib/orders/admin-queries";
import { isTillSale } from "@/lib/payments/rules";
import { phoneHref } from "@/lib/telephone";
import { ORDER_BATCH } from "./order-batch";
import { OrderStatus, type SetStatus } from "./order-status";
import { orderFeeText, shortWhenText, WALK_IN, wayText } from "./texts";

type OrderTableProps = {
  orders: readonly ListedOrder[];
  complete: boolean;
  today: string;
  action: SetStatus;
  onDetails: (id: number) => void;
};

export function OrderTable({ orders, ...actions }: OrderTableProps) {
  return (
    <DataList
      label="Orders"
      columns={columnsFor(actions)}
      rows={orders}
      empty="No orders found"
      rowClassName="max-lg:grid max-lg:grid-cols-[auto_auto_1fr_auto] max-lg:items-center max-lg:gap-x-3 max-lg:p-4 max-xs:flex max-xs:flex-wrap"
    />
  );
}

const columnsFor = ({ complete, today, action, onDetails }: Omit<OrderTableProps, "orders">): Column<ListedOrder>[] => [
  {
    ...cells("max-lg:w-auto", "w-px pr-0"),
    head: "Select",
    hidden: true,
    cell: ({ id }) => <Tick form={ORDER_BATCH} value={id} label={`Select order #${id}`} />,
  },
  { ...cells("num max-lg:w-auto max-lg:text-lg"), head: "Order id", isRowHead: true, cell: ({ id }) => `#${id}` },
  {
    ...cells("min-w-0 max-lg:col-span-4 max-lg:row-start-2 max-lg:mt-1 max-lg:mb-2 max-xs:order-1"),
    head: "Placed",
    cell: (order) => <OrderSummary order={order} />,
  },
  {
    ...cells("max-lg:w-auto max-lg:col-start-3 max-lg:row-start-1"),
    head: "Status",
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    ...cells("num font-semibold max-lg:w-auto max-lg:text-lg max-lg:row-start-1 max-lg:col-start-4", "r"),
    head: "Total",
    cell: ({ total, payment }) => (
      <>
        {total > 0 ? formatRupees(total) : "-"}
        <span className="block leading-6">
          <PaymentBadge payment={payment} />
        </span>
      </>
    ),
  },
  {
    ...cells("max-lg:col-span-4 max-xs:order-1", "lg:w-px lg:text-right"),
    head: "Actions",
    cell: (order) => (
      <>
        <div className="flex flex-wrap gap-1 xl:flex-nowrap lg:justify-end">
          <LinkButton
            href={`/admin/orders/${order.id}`}
            onPress={() => onDetails(order.id)}
            className={buttonClass({ kind: "outline", size: "sm" })}
            aria-haspopup="dialog"
          >
            Details
          </LinkButton>
          <Permitted to="orders:write">
            <OrderStatus form={`status-${order.id}`} buyer={order.name} {...{ order, complete, today, action }} />
          </Permitted>
        </div>
        {complete && (
          <Permitted to="payments:write">
            <div className="flex lg:justify-end">
              <ReceivedTick order={order} form={`status-${order.id}`} />
            </div>
          </Permitted>
        )}
      </>
    ),
  },
];

/** Cells of a block on small screens, where what they are is seen without the name of their column. */
const cells = (className: string, column = "") => ({
  isUnlabelled: true,
  column: `lg:py-1 lg:px-2.5 ${column}`,
  className: `lg:align-top max-lg:block max-lg:p-0 ${className}`,
});

const icons = { delivery: "truck", courier: "package", pickup: "store" } as const;
const NAMED_ITEMS = 3;

/** The area of an address: what follows the house and the street. */
function areaOf(address: string | null): string {
  const parts = (address ?? "")
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  return (parts.length > 1 ? parts.slice(1).slice(-2) : parts).join(", ");
}

const itemsText = (items: ListedOrder["items"]) =>
  listNames(items.slice(0, NAMED_ITEMS).map(({ name, quantity }) => `${name} × ${quantity}`)) +
  (items.length > NAMED_ITEMS ? ` and ${items.length - NAMED_ITEMS} more` : "");

function OrderSummary({ order }: { order: ListedOrder }) {
  const { createdAt, name, phone, address, items, fulfilment, isLate } = order;
  const area = areaOf(address);
  const fee = orderFeeText(fulfilment);
  const way = [wayText(fulfilment), fee && (fulfilment.fee > 0 ? `fee ${fee}` : "no fee")].filter(Boolean).join(" · ");
  return (
    <div className="grid gap-x-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,19rem)] text-sm leading-5 text-muted wrap-anywhere [&>*]:min-w-0">
      <span className="flex flex-wrap items-center gap-x-3 text-foreground">
        <span className="font-semibold">{name ?? (isTillSale(order) && WALK_IN)}</span>
        {phone && (
          <a className="tap inline-flex items-center -my-0.5 hover:underline num" href={phoneHref(phone)}>
            {phone}
          </a>
        )}
      </span>
      {!isTillSale(order) && (
        <span className="flex items-center gap-1.5 font-semibold text-foreground num">
          <Icon
            name={fulfilment.method ? icons[fulfilment.method] : "phone"}
            className="size-4 shrink-0 text-accent-text"
          />
          <span className="min-w-0">
            {isLate && <span className="text-danger">Late · </span>}
            {shortWhenText(order)}
          </span>
        </span>
      )}
      <span className="text-foreground empty:hidden xl:col-span-2">{itemsText(items)}</span>
      <span className="flex flex-wrap gap-x-3 xl:col-span-2">
        {area && <span>{area}</span>}
        {!isTillSale(order) && way && <span className="num">{way}</span>}
        <time dateTime={createdAt} className="num">
          {formatShortDateTime(createdAt)}
        </time>
      </span>
    </div>
  );
}
