import { useState } from "react";
import { ordersText } from "@/components/admin/orders/texts";
import { shortCollectText } from "@/components/admin/payments/payment-state";
import { Permitted } from "@/components/admin/permissions";
import { ActionForm, SaveButton, useUndo } from "@/components/admin/ui/action-form";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { BatchOutcomes, boxesOf, Tick, useTicked } from "@/components/admin/ui/batch-bar";
import { StatusBadge } from "@/components/orders/status-badge";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";
import { withPack } from "@/lib/catalogue/packs";
import { formatShortDateTime, formatTime } from "@/lib/dates";
import type { FormAction } from "@/lib/http/action-state";
import type { PackedOutcome } from "@/lib/kitchen/commands";
import { hasLeft } from "@/lib/kitchen/constants";
import type { OrderToPack } from "@/lib/kitchen/rules";

export type PackedAction = FormAction<PackedOutcome[]>;

/** The list moves when an order goes: the next tap of an impatient finger would mark another one, so all buttons rest. */
export type Marking = { action: PackedAction; isResting: boolean; rest: () => void };

/** The id of the form that the orders' checkboxes belong to. */
const PACKED_BATCH = "packed-batch";
const FAILED_TO_MARK = "Failed to update order";

type PackingOrderProps = {
  order: OrderToPack;
  /** Whether it says how the order is delivered and when it was placed, where no window does. */
  showMethod: boolean;
  marking: Marking;
};

const methodTexts = { courier: "Courier", delivery: "Delivery", pickup: "Pickup" };

/**
 * An order with what is packed with it, a checkbox and 'Packed'. That button stays where it is afterwards and does nothing then, so that a
 * second tap takes nothing back and the focus is not lost; 'Take back' stands elsewhere.
 */
export function PackingOrder({ order, showMethod, marking: { action, isResting, rest } }: PackingOrderProps) {
  const { id, status, packed, packedAt, giftWrap, personalMessage, notes, payment } = order;
  const isFixed = hasLeft(status);
  const texts = { Message: personalMessage && `“${personalMessage}”`, Notes: notes };
  const link = (text: string, href: string) => (
    <AdminLink href={href} aria-label={`${text} of order #${id}`}>
      {text}
    </AdminLink>
  );
  const marking = (to: "yes" | "no") => ({
    action,
    failed: FAILED_TO_MARK,
    done: ([outcome]: { message: string }[]) => outcome?.message ?? "",
    onDone: rest,
    fields: { ids: id, packed: to },
    className: "",
  });
  return (
    <li className="order-to-pack" data-packed={packed || undefined}>
      <span className="grid place-items-center size-11">
        {!isFixed && (
          <Tick
            value={id}
            label={`Select order #${id}`}
            form={PACKED_BATCH}
            data-unpacked={packed ? undefined : ""}
            className="size-6 accent-primary"
          />
        )}
      </span>
      <div className="min-w-0 wrap-anywhere flex flex-wrap items-center gap-x-2 min-h-11">
        <b className="num text-lg">{`#${id}`}</b>
        {order.recipientName && <span className="font-medium">{order.recipientName}</span>}
        {payment && <span className="num text-sm font-semibold">{shortCollectText(payment)}</span>}
        {giftWrap && (
          <span className="inline-flex items-center gap-1 text-sm font-semibold text-accent-text">
            <Icon name="gift" />
            Gift wrap
          </span>
        )}
        <StatusBadge status={status} />
      </div>
      <div className="marking">
        {isFixed ? (
          <span className="btn packed-button">
            <Icon name="check" />
            Packed
          </span>
        ) : (
          <ActionForm
            {...marking("yes")}
            undo={([outcome]) =>
              outcome?.packed
                ? { action, fields: { ids: id, packed: "no" }, done: `Order #${id} is to be packed` }
                : undefined
            }
            button={
              <SaveButton
                className="packed-button"
                pending={isResting || undefined}
                pendingLabel={undefined}
                aria-label={packed ? `Order #${id} is packed` : `Packed: order #${id}`}
                {...(packed && { type: "button", "aria-disabled": true })}
              >
                <Icon name="check" />
                Packed
              </SaveButton>
            }
          />
        )}
        {packedAt && (
          <time className="num text-sm text-muted" dateTime={packedAt}>
            {formatTime(packedAt)}
          </time>
        )}
      </div>
      <div className="what min-w-0 wrap-anywhere">
        {showMethod && (
          <p className="text-sm text-muted num">
            {order.method ? methodTexts[order.method] : "To be arranged"}, ordered{" "}
            <time dateTime={order.createdAt}>{formatShortDateTime(order.createdAt)}</time>
          </p>
        )}
        <ul className="leading-snug">
          {order.items.map(({ packId, name, packLabel, quantity }) => (
            <li key={packId}>
              <b className="num">{`${quantity} ×`}</b>
              {` ${withPack(name, packLabel)}`}
            </li>
          ))}
        </ul>
        {Object.entries(texts).map(
          ([label, text]) =>
            text && (
              <p key={label} className="whitespace-pre-line">
                <span className="text-muted">{label}:</span> {text}
              </p>
            ),
        )}
        <div className="flex flex-wrap items-center gap-x-4">
          <Permitted to="orders:read">
            {link("Slip", order.slip)}
            {link("Details", `/admin/orders/${id}`)}
          </Permitted>
          {packed && !isFixed && (
            <ActionForm
              {...marking("no")}
              button={
                <button type="submit" className="link tap" aria-label={`Take back: order #${id} is not packed`}>
                  Take back
                </button>
              }
            />
          )}
        </div>
      </div>
    </li>
  );
}

type PackedBatchProps = { orders: readonly OrderToPack[]; marking: Marking };

export function PackedBatch({ orders, marking: { action, isResting, rest } }: PackedBatchProps) {
  const saving = { className: "max-sm:flex-1", pending: isResting || undefined, pendingLabel: undefined };
  const ticked = useTicked(PACKED_BATCH, orders.map(({ id }) => id).join());
  const [failed, setFailed] = useState<PackedOutcome[]>([]);
  const undoButton = useUndo(FAILED_TO_MARK);

  function onDone(outcomes: PackedOutcome[]) {
    rest();
    const done = outcomes.filter(({ ok }) => ok);
    const to = done[0]?.packed ?? false;
    const text = `${ordersText(done.length)} ${to ? "packed" : "to be packed"}`;
    // Orders already in that state are not undone.
    const wasOther = new Set(orders.flatMap(({ id, packed }) => (packed === to ? [] : [id])));
    const ids = done.map(({ id }) => id).filter((id) => wasOther.has(id));
    const undo = { action, fields: { ids, packed: to ? "no" : "yes" }, done: `${ordersText(ids.length)} taken back` };
    const options = { action: ids.length > 0 ? undoButton(undo) : undefined };
    if (done.length === outcomes.length) toast.success(text, options);
    else toast.warning(`${text}, ${outcomes.length - done.length} failed`, options);
    setFailed(outcomes.filter(({ ok }) => !ok));
  }

  function selectNone(form: HTMLFormElement | null) {
    // The buttons go with the selection: the focus goes to an order that was selected.
    boxesOf(PACKED_BATCH)
      .find((box) => box.checked)
      ?.focus();
    form?.reset();
  }

  return (
    <div className="packed-batch">
      <div hidden={ticked === 0}>
        <ActionForm
          id={PACKED_BATCH}
          action={action}
          failed={FAILED_TO_MARK}
          onDone={onDone}
          label="Selected orders"
          className="flex flex-wrap items-center gap-2"
        >
          <span className="num font-semibold mr-auto flex items-center justify-between max-sm:w-full">
            {ticked} selected
            <Button
              kind="ghost"
              icon
              aria-label="Select none"
              onClick={(event) => selectNone(event.currentTarget.form)}
            >
              <Icon name="x" />
            </Button>
          </span>
          <SaveButton {...saving} name="packed" value="yes">
            <Icon name="check" />
            Packed
          </SaveButton>
          <SaveButton {...saving} name="packed" value="no" kind="outline">
            Take back
          </SaveButton>
        </ActionForm>
      </div>
      {failed.length > 0 && <BatchOutcomes outcomes={failed} />}
    </div>
  );
}
