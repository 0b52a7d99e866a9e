"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import type { OrderFormProps } from "@/components/admin/payments/order-payments";
import { PackSearch, type TillLine, TillLines, valueOfLines, withPacks } from "@/components/admin/till-lines";
import { ActionForm, SaveButton } from "@/components/admin/ui/action-form";
import { LaterAlertDialog } from "@/components/admin/ui/confirm-button";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { announceChange } from "@/components/admin/ui/record-form";
import { failureOfLost } from "@/components/forms/lost-answer";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { lineTotal } from "@/lib/cart/rules";
import { listNames, withPack } from "@/lib/catalogue/packs";
import type { ActionFailure, ActionState, FormAction } from "@/lib/http/action-state";
import type { ShownOrder } from "@/lib/messages/order-whatsapp";
import { formatRupees, toPaise, toRupees } from "@/lib/money";
import type { ItemChoice, ItemChoices } from "@/lib/orders/item-queries";
import { toRefundOf } from "@/lib/payments/rules";
import { shortLinesIn } from "@/lib/short-lines";

export type ItemActions = {
  change: FormAction<ShownOrder>;
  choices: (id: number) => Promise<ActionState<ItemChoices>>;
};

type ItemsFormProps = ItemActions & OrderFormProps;

const NOT_LOADED = "The sweets could not be loaded. Please try again.";

export function ItemsForm({ choices, ...editor }: ItemsFormProps) {
  const { id, updatedAt } = editor.order;
  const [loaded, setLoaded] = useState<ItemChoices | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [loading, startLoading] = useTransition();

  const load = () =>
    startLoading(async () => {
      const result = await choices(id).catch((error) => failureOfLost(error, NOT_LOADED));
      setError(result.ok ? null : result.message);
      if (result.ok) setLoaded(result.data);
    });

  // What is free and what is missing of the total change with the order.
  useEffect(() => {
    if (loaded) load();
  }, [updatedAt]);

  return (
    <Disclosure
      summary="Change items"
      onToggle={(event) => {
        if (event.currentTarget.open && !loaded && !loading) load();
      }}
    >
      {error && <FieldError role="alert">{error}</FieldError>}
      {error && !loading && (
        <Button kind="outline" onClick={load}>
          Try again
        </Button>
      )}
      {!loaded && loading && (
        <p className="text-muted" role="status">
          Loading...
        </p>
      )}
      {loaded && <Editor {...editor} {...loaded} />}
    </Disclosure>
  );
}

/** How many packs can be had of each line: what is free, and what the order has already. Packs of one sweet share it. */
function withAvailable(lines: readonly TillLine[], order: ShownOrder, choices: readonly ItemChoice[]): TillLine[] {
  const choiceOf = (packId: number) => choices.find((choice) => choice.packId === packId);
  const unitsOf = (items: readonly { productId: number; packId: number; quantity: number }[], productId: number) =>
    items
      .filter((item) => item.productId === productId)
      .reduce((sum, { packId, quantity }) => sum + quantity * (choiceOf(packId)?.units ?? 0), 0);
  return lines.map((line) => {
    const choice = choiceOf(line.packId);
    // A pack that is no longer sold can be kept.
    if (!choice) return { ...line, available: order.items.find(({ packId }) => packId === line.packId)?.quantity ?? 0 };
    const { free, units, productId } = choice;
    const left = free + unitsOf(order.items, productId) - unitsOf(lines, productId);
    return { ...line, available: line.quantity + Math.floor(left / units) };
  });
}

const linesOf = (order: ShownOrder): TillLine[] =>
  order.items.map(({ productId, packId, packLabel, price, quantity, product }) => ({
    ...{ productId, packId, packLabel, price, quantity, name: product.name },
    // What it takes is with the choices.
    ...{ slug: "", units: 0, available: quantity },
  }));
const packsOf = (lines: readonly TillLine[]) =>
  lines.map(({ productId, packId, quantity }) => ({ productId, packId, quantity }));
const textOf = (lines: readonly TillLine[]) => JSON.stringify(packsOf(lines));

/** What a refusal leaves of lines, by pack. */
function leftBy(failure: ActionFailure): Map<number, number> {
  const { items, short = [], unavailablePacks = [] } = failure;
  const lines = [
    ...(items ? shortLinesIn(failure) : short),
    ...unavailablePacks.map((packId) => ({ packId, available: 0 })),
  ];
  return new Map(lines.flatMap(({ packId, available }) => (packId === undefined ? [] : [[packId, available]])));
}

type EditorProps = Omit<ItemsFormProps, "choices"> & ItemChoices;

function Editor({ order, choices, balance, isNotified, change, onSaved, onStale }: EditorProps) {
  const router = useRouter();
  // The order that the lines were made from. It stays when the page brings other sweets meanwhile.
  const [base, setBase] = useState(order);
  const [lines, setLines] = useState(() => linesOf(order));
  const [left, setLeft] = useState(new Map<number, number>());
  const [asking, setAsking] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const save = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const before = linesOf(base);
  const isChanged = textOf(lines) !== textOf(before);
  const isStale = textOf(linesOf(order)) !== textOf(before);

  function adopt(order: ShownOrder) {
    setBase(order);
    setLines(linesOf(order));
    setLeft(new Map());
  }

  useEffect(() => {
    if (isStale && !isChanged) adopt(order);
  }, [isStale]);

  function set(lines: TillLine[]) {
    announceChange(save.current);
    setLines(lines);
  }

  const shown = withAvailable(lines, base, choices).map((line) => ({
    ...line,
    available: Math.min(line.available, left.get(line.packId) ?? line.available),
  }));
  const value = (lines: readonly TillLine[]) => toPaise(valueOfLines(lines));
  const total = toRupees(toPaise(base.total) + value(lines) - value(before));
  const due = Math.max(0, toRupees(toPaise(balance) + value(lines) - value(before)));
  const toRefund = toRefundOf({ ...order, total });
  const money =
    toRefund > 0 ? `${formatRupees(toRefund)} to refund` : due > 0 ? `${formatRupees(due)} due` : "nothing due";
  const difference = (from: readonly TillLine[], to: readonly TillLine[]) =>
    listNames(
      to.flatMap((line) => {
        const packs = line.quantity - (from.find(({ packId }) => packId === line.packId)?.quantity ?? 0);
        const amount = formatRupees(lineTotal({ ...line, quantity: packs }));
        return packs > 0 ? [`${packs} × ${withPack(line.name, line.packLabel)} (${amount})`] : [];
      }),
    );
  const [came, went] = [difference(before, lines), difference(lines, before)];
  const said = [
    came && `Added: ${came}.`,
    went && `Taken out: ${went}.`,
    `New total ${formatRupees(total)}, ${money}.`,
    base.packedAt && "It was packed. It has to be packed again.",
    isNotified
      ? "The customer gets a message with the new list and total."
      : "The customer gets no message. Please call.",
  ];

  return (
    <form
      ref={form}
      aria-label="Change items"
      className="grid grid-cols-1 gap-4 pt-2"
      onSubmit={(event) => event.preventDefault()}
    >
      {/* What is only looked for is not lost when a dialog is closed. */}
      <div onInput={(event) => event.stopPropagation()}>
        <PackSearch
          packs={choices}
          inputRef={search}
          text={text}
          onText={setText}
          onDone={() => save.current?.focus()}
          onAdd={(pack, quantity) => set(withPacks(lines, pack, quantity))}
        />
      </div>
      <TillLines lines={shown} day={order.day ?? ""} onChange={set} onEnter={() => search.current?.focus()} />
      {lines.length === 0 && <p className="text-muted">No sweets are left. To drop the order, cancel it.</p>}
      <p className="flex flex-wrap justify-between gap-x-4 num" aria-live="polite">
        <b className="text-lg">New total {formatRupees(total)}</b>
        <span className={toRefund > 0 ? "font-semibold text-warning" : "text-muted"}>{money}</span>
      </p>
      {isStale && isChanged && (
        <Notice tone="warning" role="alert" title="Someone else has changed these sweets.">
          <p className="num">
            Now: {listNames(linesOf(order).map((line) => `${line.quantity} × ${withPack(line.name, line.packLabel)}`))}
          </p>
          <Button kind="outline" className="mt-3" onClick={() => adopt(order)}>
            Start again from these
          </Button>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          ref={save}
          aria-haspopup="dialog"
          disabled={!isChanged || isStale || lines.length === 0}
          onClick={() => setAsking(true)}
        >
          Save items
        </Button>
        {isChanged && (
          <Button
            kind="ghost"
            onClick={() => {
              adopt(base);
              search.current?.focus();
            }}
          >
            Discard
          </Button>
        )}
      </div>
      {asking && (
        <LaterAlertDialog
          onClose={() => setAsking(false)}
          title={`Change the sweets of order #${order.id}?`}
          description={said.filter(Boolean).map((text) => (
            <span key={String(text)} className="block mt-1 num">
              {text}
            </span>
          ))}
          action={
            <ActionForm
              action={change}
              className="contents"
              failed="Failed to change the sweets"
              done={`Sweets changed. New total ${formatRupees(total)}, ${money}`}
              fields={{ id: order.id, items: textOf(lines), was: textOf(before) }}
              onDone={(saved) => {
                setAsking(false);
                adopt(saved);
                onSaved?.(saved, form.current);
              }}
              onFailure={(failure) => {
                setAsking(false);
                setLeft(leftBy(failure));
                if (failure.code !== "stale_version" && failure.code !== "conflict") return;
                onStale?.();
                router.refresh();
              }}
              button={<SaveButton>Change the order</SaveButton>}
            />
          }
        />
      )}
    </form>
  );
}
