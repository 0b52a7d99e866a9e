import { useRouter } from "next/navigation";
import { startTransition, useCallback, useEffect, useEffectEvent, useRef, useState, useTransition } from "react";
import { restoreDraft, storeDraft } from "@/components/admin/draft";
import { useCallAction } from "@/components/admin/ui/action-form";
import { toastFailure } from "@/components/admin/ui/toast-failure";
import { toast } from "@/components/ui/toast";
import type { PriceRow } from "@/lib/catalogue/price-responses";
import { type PriceChange, type PricedPack, toNewPrices } from "@/lib/catalogue/price-rules";
import { priceIn, wrongPrice } from "@/lib/catalogue/price-text";
import { countOf } from "@/lib/count";
import type { ActionFailure, FormAction } from "@/lib/http/action-state";

export type SavePrices = FormAction<{ rows: PriceRow[] }>;

/** The texts that are typed, by pack. One that is empty changes nothing. */
type Typed = Readonly<Record<number, string>>;

/** Packs that others changed, and the packs as shown before. */
export type PriceConflict = { shown: readonly PricedPack[]; packIds: readonly number[] };

const FAILED = "Failed to save the prices";
const NOT_UNDONE = "The save could not be undone";

/** What is typed into the table of the prices, what it changes, and how it is saved and taken back. */
export function usePrices(packs: readonly PricedPack[], action: SavePrices) {
  const router = useRouter();
  const callAction = useCallAction();
  const [typed, setTyped] = useState<Typed>({});
  const [conflict, setConflict] = useState<PriceConflict | null>(null);
  const [saving, startSaving] = useTransition();
  // State changes too late to stop the second click of a double click.
  const isBusy = useRef(false);

  const entered = packs.filter(({ packId }) => typed[packId]);
  const wrong = entered.filter(({ packId }) => wrongPrice(typed[packId] ?? ""));
  const changes = entered
    .map((pack): PriceChange => ({ pack, price: priceIn(typed[pack.packId] ?? "") }))
    .filter(({ pack, price }) => !wrong.includes(pack) && price !== pack.price);

  const saveDraft = useEffectEvent(() => {
    if (entered.length > 0) storeDraft("prices", typed);
  });
  useEffect(() => {
    const draft = restoreDraft<Typed>("prices");
    if (draft) {
      setTyped(draft);
      toast.info("What you typed is here again.");
    }
    window.addEventListener("pagehide", saveDraft);
    return () => {
      window.removeEventListener("pagehide", saveDraft);
      saveDraft();
    };
  }, []);

  /** Types many prices at once. A price that a pack has already takes back what was typed for it. */
  const fill = useCallback((prices: readonly PriceChange[]) => {
    const texts = prices.map(({ pack, price }) => [pack.packId, price === pack.price ? "" : String(price)]);
    setTyped((typed) => ({ ...typed, ...Object.fromEntries(texts) }));
  }, []);

  const send = (changes: readonly PriceChange[], failed: string) =>
    callAction(action, { rows: JSON.stringify(toNewPrices(changes)) }, failed);

  /** The packs of a refusal that others have caused; null for any other. */
  function packsOf(changes: readonly PriceChange[], { code, items = [], fields }: ActionFailure): number[] | null {
    const of = (isOne: (change: PriceChange, at: number) => boolean) =>
      changes.filter(isOne).map(({ pack }) => pack.packId);
    if (code === "stale_version") return of(({ pack }) => (items as number[]).includes(pack.productId));
    return code === "not_found" ? of((_, at) => `${at}.packId` in fields) : null;
  }

  const oneAtATime = (work: () => Promise<void>) =>
    startSaving(async () => {
      if (isBusy.current) return;
      isBusy.current = true;
      try {
        await work();
      } finally {
        isBusy.current = false;
      }
    });

  /** Takes a save back, unless one of its sweets was edited since. */
  const undo = (changes: readonly PriceChange[], onEnd?: () => void) =>
    oneAtATime(async () => {
      const outcome = await send(changes, NOT_UNDONE);
      if (outcome.ok) toast.success(`${countOf(outcome.data.rows.length, "price")} as before`);
      else {
        toastFailure(NOT_UNDONE, outcome);
        if (packsOf(changes, outcome)) router.refresh();
      }
      startTransition(() => onEnd?.());
    });

  const save = (onEnd: () => void) =>
    oneAtATime(async () => {
      const outcome = await send(changes, FAILED);
      if (!outcome.ok) {
        const packIds = packsOf(changes, outcome);
        if (!packIds) return toastFailure(FAILED, outcome);
        router.refresh();
        return startTransition(() => {
          setConflict({ shown: packs, packIds });
          onEnd();
        });
      }
      const saved = new Map(outcome.data.rows.map((row) => [row.packId, row]));
      const back = changes.flatMap(({ pack }): PriceChange[] => {
        const row = saved.get(pack.packId);
        return row ? [{ pack: { ...pack, ...row }, price: pack.price }] : [];
      });
      toast.success(`${countOf(saved.size, "price")} saved`, { action: { text: "Undo", onPress: () => undo(back) } });
      startTransition(() => {
        setTyped((now) => Object.fromEntries(Object.entries(now).filter(([id, text]) => text !== typed[Number(id)])));
        setConflict(null);
        onEnd();
      });
    });

  return {
    typed,
    type: useCallback((packId: number, text: string) => setTyped((typed) => ({ ...typed, [packId]: text })), []),
    fill,
    discard: () => setTyped({}),
    changes,
    wrong,
    conflict,
    saving,
    save,
    undo,
  };
}
