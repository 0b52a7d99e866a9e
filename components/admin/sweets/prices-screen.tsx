"use client";

import { type SubmitEvent, useCallback, useEffect, useMemo, useState } from "react";
import { useMay } from "@/components/admin/permissions";
import { AlertNotice } from "@/components/admin/ui/alert-notice";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { OptionsField } from "@/components/admin/ui/options-field";
import { Panel } from "@/components/admin/ui/panel";
import { ShortList } from "@/components/admin/ui/short-list";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Check, TextField } from "@/components/ui/field";
import { laterDialog } from "@/components/ui/later";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { categories } from "@/db/constants/catalogue";
import { MAX_SEARCH } from "@/db/constants/text";
import { withPack } from "@/lib/catalogue/packs";
import { MAX_CSV, readPriceCsv } from "@/lib/catalogue/price-csv";
import type { LastSave } from "@/lib/catalogue/price-queries";
import { byPercent, type PriceChange, type PricedPack, percentSpan, roundings } from "@/lib/catalogue/price-rules";
import { MAX_PRICES } from "@/lib/catalogue/price-schema";
import { MAX_PRICE_TEXT, priceIn } from "@/lib/catalogue/price-text";
import { hasWords } from "@/lib/catalogue/till-packs";
import { countOf } from "@/lib/count";
import { formatShortDateTime, formatTime, indiaDay } from "@/lib/dates";
import { formatRupees } from "@/lib/money";
import { PriceTable } from "./price-table";
import { type PriceConflict, type SavePrices, usePrices } from "./use-prices";

const PriceReview = laterDialog(() => import("./price-review"));

/** Errors of a file, and changes of others, that are listed. */
const LISTED = 20;

type PricesScreenProps = {
  packs: readonly PricedPack[];
  lastSave: LastSave | null;
  /** The shop's day, in India. */
  today: string;
  action: SavePrices;
};

/** Every price of the shop, to be typed, raised by per cent, or taken from a file. Nothing is saved before it was shown as a list. */
export function PricesScreen({ packs, lastSave, today, action }: PricesScreenProps) {
  const mayWrite = useMay()("sweets:write");
  const prices = usePrices(packs, action);
  const [search, setSearch] = useState("");
  const [category, setCategory] = useState("");
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [review, setReview] = useState<{ undo?: PriceChange[] } | null>(null);

  const { found, listed } = useMemo(() => {
    const found = packs.filter(
      (pack) => (category === "" || pack.category === category) && hasWords(`${pack.name} ${pack.label}`, search),
    );
    return { found, listed: found.slice(0, MAX_PRICES) };
  }, [packs, search, category]);
  const selected = ticked.size > 0 ? packs.filter(({ packId }) => ticked.has(packId)) : listed;
  const { changes, wrong } = prices;
  const reviewed = review?.undo ?? changes;

  const onTick = useCallback(
    (packId: number) =>
      setTicked((ticked) => {
        const next = new Set(ticked);
        if (!next.delete(packId)) next.add(packId);
        return next;
      }),
    [],
  );
  const close = () => setReview(null);
  // The button that the dialog gives the focus back to is gone after a save.
  useEffect(() => {
    if (!review) return;
    return () => {
      setTimeout(() => document.activeElement === document.body && document.querySelector("main")?.focus());
    };
  }, [review]);

  if (packs.length === 0)
    return <EmptyState title="No sweets yet" link={{ href: "/admin?tab=products", text: "To the products" }} />;
  return (
    <>
      {lastSave && (
        <LastSaveLine {...{ lastSave, packs, today }} onUndo={mayWrite && ((undo) => setReview({ undo }))} />
      )}
      <ConflictNotice conflict={prices.conflict} packs={packs} />
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <TextField
          label="Search prices"
          hiddenLabel
          type="search"
          placeholder="Search sweets and packs..."
          maxLength={MAX_SEARCH}
          className="flex-1 basis-64 min-w-0"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <OptionsField
          label="Filter by category"
          hiddenLabel
          className="w-full sm:w-60"
          value={category}
          onChange={({ target }) => setCategory(target.value)}
          options={[["", "All Categories"], ...categories.map((name) => [name, name] as const)]}
        />
      </div>
      {mayWrite && (
        <>
          <PercentForm selected={selected} isAll={ticked.size === 0} fill={prices.fill} />
          <PriceFile packs={packs} fill={prices.fill} />
        </>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 num">
        {mayWrite && (
          <Check
            className="py-0"
            checked={listed.length > 0 && listed.every(({ packId }) => ticked.has(packId))}
            onChange={({ target }) => setTicked(new Set(target.checked ? listed.map(({ packId }) => packId) : []))}
          >
            Select all
          </Check>
        )}
        <p className="text-muted" role="status">
          {ticked.size > 0 && `${selected.length} selected · `}
          {found.length > listed.length
            ? `The first ${listed.length.toLocaleString("en-IN")} of ${countOf(found.length, "price")}: search, or choose a category`
            : countOf(listed.length, "price")}
        </p>
      </div>
      {listed.length === 0 ? (
        <EmptyState title="No prices found">Try another search or category</EmptyState>
      ) : (
        <PriceTable
          packs={listed}
          typed={prices.typed}
          ticked={ticked}
          onType={mayWrite ? prices.type : undefined}
          onTick={mayWrite ? onTick : undefined}
        />
      )}
      {changes.length + wrong.length > 0 && (
        <Panel className="sticky bottom-0 short:static flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          <p className="mr-auto num" role="status">
            {changes.length > 0 && (
              <b>
                {countOf(changes.length, "price")} {changes.length === 1 ? "changes" : "change"}, {percentSpan(changes)}
              </b>
            )}
            {changes.length > MAX_PRICES && (
              <span className="block text-danger">Save at most {MAX_PRICES.toLocaleString("en-IN")} at once</span>
            )}
            {wrong.length > 0 && (
              <span className="block text-danger">
                Please correct {countOf(wrong.length, "price")}: {wrong[0] && withPack(wrong[0].name, wrong[0].label)}
                {wrong.length > 1 && " …"}
              </span>
            )}
          </p>
          <Button kind="ghost" onClick={prices.discard}>
            Discard
          </Button>
          <Button
            aria-haspopup="dialog"
            disabled={wrong.length > 0 || changes.length === 0 || changes.length > MAX_PRICES}
            onClick={() => setReview({})}
          >
            Review and save
          </Button>
        </Panel>
      )}
      {review && reviewed.length > 0 && (
        <PriceReview
          changes={reviewed}
          isUndo={review.undo !== undefined}
          pending={prices.saving}
          onSave={() => (review.undo ? prices.undo(review.undo, close) : prices.save(close))}
          onClose={close}
        />
      )}
    </>
  );
}

type LastSaveProps = Pick<PricesScreenProps, "packs" | "today"> & {
  lastSave: LastSave;
  /** False for who may only look. */
  onUndo: false | ((undo: PriceChange[]) => void);
};

function LastSaveLine({ lastSave: { at, by, prices, undo }, packs, today, onUndo }: LastSaveProps) {
  const when = indiaDay(at) === today ? `at ${formatTime(at)}` : `on ${formatShortDateTime(at)}`;
  const before = packs.flatMap((pack) => {
    const { price } = undo?.find(({ packId }) => packId === pack.packId) ?? {};
    return price === undefined ? [] : [{ pack, price }];
  });
  return (
    <p className="text-muted num">
      Last save: {countOf(prices, "price")} changed {when} by {by}
      {onUndo && " · "}
      {onUndo &&
        (undo ? (
          <button
            type="button"
            className="link tap touch:min-h-11"
            aria-haspopup="dialog"
            onClick={() => onUndo(before)}
          >
            Undo
          </button>
        ) : (
          "edited since, so it cannot be undone"
        ))}
    </p>
  );
}

/** What others have changed meanwhile. What was typed is still in the table. */
function ConflictNotice({ conflict, packs }: { conflict: PriceConflict | null; packs: readonly PricedPack[] }) {
  if (!conflict) return null;
  const now = new Map(packs.map((pack) => [pack.packId, pack]));
  const lines = conflict.shown
    .filter(({ packId }) => conflict.packIds.includes(packId))
    .flatMap(({ packId, name, label, price }) => {
      const pack = now.get(packId);
      const text = withPack(name, label);
      // The page is not loaded anew yet.
      if (packs === conflict.shown) return [text];
      if (!pack) return [`${text}: not there any more`];
      return pack.price === price ? [] : [`${text}: now ${formatRupees(pack.price)}, was ${formatRupees(price)}`];
    });
  return (
    <AlertNotice focusOn={conflict} title="Someone else has changed some of these sweets. Nothing was saved.">
      <p>
        What you typed is still here. Look through it, and save again.{" "}
        {lines.length > 0 ? "Changed meanwhile:" : "Their prices are the same as before."}
      </p>
      <ShortList className="mt-1 empty:hidden" lines={lines} limit={LISTED} />
    </AlertNotice>
  );
}

type FormProps = { fill: (prices: readonly PriceChange[]) => void };

const MAX_PERCENT = 100;

function PercentForm({ selected, isAll, fill }: FormProps & { selected: readonly PricedPack[]; isAll: boolean }) {
  const [error, setError] = useState<string>();

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const percent = priceIn(String(form.get("percent")).replace("%", ""));
    const isWrong = !(percent > 0 && percent < MAX_PERCENT);
    setError(isWrong ? `Please enter a number between 0 and ${MAX_PERCENT}` : undefined);
    if (isWrong) return;
    const by = form.get("direction") === "lower" ? -percent : percent;
    const rounding = Number(form.get("rounding"));
    const prices = selected.map((pack) => ({ pack, price: byPercent(pack.price, by, rounding) }));
    fill(prices);
    if (prices.every(({ pack, price }) => price === pack.price)) toast.info("After rounding, no price changes");
  }

  return (
    <Panel as="section" aria-label="Raise or lower prices" className="p-4">
      <form className="flex flex-wrap items-start gap-x-4 gap-y-3" noValidate onSubmit={onSubmit}>
        <OptionsField
          label="Change"
          name="direction"
          options={[
            ["raise", "Raise"],
            ["lower", "Lower"],
          ]}
        />
        <TextField
          label="By per cent"
          name="percent"
          inputMode="decimal"
          autoComplete="off"
          maxLength={MAX_PRICE_TEXT}
          className="num w-32"
          error={error}
        />
        <OptionsField
          label="Rounded to"
          name="rounding"
          options={roundings.map((step) => [step, step === 1 ? "Whole rupees" : `${step} rupees`])}
        />
        <Button type="submit" kind="outline" className="sm:mt-6.5 num" disabled={selected.length === 0}>
          Fill in{" "}
          {isAll ? `all ${countOf(selected.length, "price")} listed` : `${countOf(selected.length, "price")} selected`}
        </Button>
      </form>
      <p className="text-muted text-sm mt-2">
        Worked out from today’s prices. Tick rows to change only those. You see a list before anything is saved.
      </p>
    </Panel>
  );
}

function PriceFile({ packs, fill }: FormProps & Pick<PricesScreenProps, "packs">) {
  const [errors, setErrors] = useState<readonly string[]>([]);

  async function read(input: HTMLInputElement) {
    const [file] = input.files ?? [];
    if (!file) return;
    const text = file.size > 4 * MAX_CSV ? null : await file.text().catch(() => "");
    // The same file may be chosen again once it is corrected.
    input.value = "";
    const { changes, same, errors } = readPriceCsv(text ?? "x".repeat(MAX_CSV + 1), packs);
    setErrors(errors);
    if (errors.length > 0) return;
    fill([...changes, ...same.map((pack) => ({ pack, price: pack.price }))]);
    if (changes.length === 0) toast.info("No price in this file is different");
    else toast.success(`${countOf(changes.length, "price")} filled in. Look through them, then save`);
  }

  return (
    <Disclosure summary="With a spreadsheet" open={errors.length > 0}>
      <div className="grid grid-cols-1 gap-3">
        <p className="text-muted max-w-prose">
          Change the column price, and leave productId and packId as they are. All other columns are not read, and rows
          that you leave out stay as they are.
        </p>
        <div className="flex flex-wrap items-end gap-4">
          <a className={buttonClass({ kind: "outline" })} href="/admin/prices/export" download>
            Download CSV
          </a>
          <TextField
            label="Take prices from a CSV file"
            type="file"
            accept=".csv,text/csv"
            onChange={({ target }) => void read(target)}
          />
        </div>
        {errors.length > 0 && (
          <Notice tone="danger" title="Nothing was taken from this file. Please correct it, and choose it again:">
            <ShortList className="" lines={errors} limit={LISTED} />
          </Notice>
        )}
      </div>
    </Disclosure>
  );
}
