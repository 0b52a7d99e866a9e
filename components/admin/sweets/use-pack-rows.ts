"use client";

import { type FormEvent, type RefObject, useEffect, useState } from "react";
import { typedValues } from "@/components/forms/use-action-form";
import { packBounds } from "@/db/constants/catalogue";
import {
  emptyPack,
  isBlankPack,
  type PackFieldName,
  type PackForm,
  type PackTexts,
  packField,
  unitsByWeight,
} from "@/lib/catalogue/pack-form";

/** A row with its key, which its fields are named by and which it keeps when others come and go. */
export type PackRow = PackTexts & { key: number };
/** `isOpen`: whether there ever were several rows. */
type State = { rows: PackRow[]; main: number; chosen: number; nextKey: number; isOpen: boolean };

const keyed = ({ rows, main, chosen }: PackForm, from: number): State => ({
  rows: rows.map((row, index) => ({ ...row, key: from + index })),
  main: from + main,
  chosen: from + chosen,
  nextKey: from + rows.length,
  isOpen: rows.length > 1,
});

/** Fields of the form that are those of the main row. */
const mainFields: Record<string, "price" | "grams"> = { price: "price", netWeightGrams: "grams" };

/** What is used of useActionForm. */
type ActionForm = {
  formRef: RefObject<HTMLFormElement | null>;
  setValues: (texts: Partial<Record<string, string>>) => void;
  dismiss: () => void;
};

/** The rows of packs in the form of a sweet. The texts of the main row's price and weight are typed in the form's own fields. */
export function usePackRows(start: PackForm, { formRef, setValues, dismiss }: ActionForm) {
  const [state, setState] = useState(() => keyed(start, 0));
  const { rows, main } = state;
  const [focus, setFocus] = useState<string | null>(null);
  const [isHydrated, setIsHydrated] = useState(false);

  useEffect(() => {
    // What was typed before hydration, which React does not know of.
    const fields = typedValues(new FormData(formRef.current ?? undefined));
    const typed = rows.map((row) => {
      const now = { ...row, active: "" };
      for (const name of ["label", "grams", "units", "price", "active"] as const)
        now[name] = fields[packField(row.key, name)] ?? now[name];
      if (row.key === main)
        for (const [field, name] of Object.entries(mainFields)) now[name] = fields[field] ?? now[name];
      return now;
    });
    const chosen = Number(fields.defaultPack ?? main);
    setState((now) => ({ ...now, rows: typed }));
    setIsHydrated(true);
    if (chosen !== main) makeDefault(chosen, typed);
  }, []);

  useEffect(() => {
    if (!focus) return;
    formRef.current?.querySelector<HTMLElement>(`[name="${focus}"], [data-focus="${focus}"]`)?.focus();
    setFocus(null);
  }, [focus]);

  const set = (key: number, name: PackFieldName, text: string) =>
    setState((now) => ({ ...now, rows: now.rows.map((row) => (row.key === key ? { ...row, [name]: text } : row)) }));

  /** The form's price and weight become those of another row; the row that had them keeps them as its own. */
  function makeDefault(key: number, among = rows) {
    const row = among.find((row) => row.key === key);
    if (!row) return;
    setValues({ price: row.price, netWeightGrams: row.grams });
    setState((now) => ({ ...now, main: key, chosen: key }));
  }

  /** Adding and removing is a change of the form too, of which its dialog asks before it closes. */
  const touch = () => {
    const field = formRef.current?.elements.namedItem("mainPack");
    if (field instanceof HTMLElement) field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const index = (key: number) => rows.findIndex((row) => row.key === key);
  return {
    rows,
    main,
    chosen: state.chosen,
    /** The key of the first row that is there for browsers without JavaScript. */
    nextKey: state.nextKey,
    isHydrated,
    isOpen: state.isOpen,
    isFull: rows.length >= packBounds.most,
    set,
    makeDefault: (key: number) => makeDefault(key),
    add() {
      setState((now) => ({
        ...now,
        rows: [...now.rows, { ...emptyPack, key: now.nextKey }],
        nextKey: now.nextKey + 1,
        isOpen: true,
      }));
      touch();
      setFocus(packField(state.nextKey, "grams"));
    },
    remove(key: number) {
      setState((now) => ({ ...now, rows: now.rows.filter((row) => row.key !== key) }));
      // The rows that the errors name have other numbers now.
      dismiss();
      setFocus("add-pack");
      touch();
    },
    setUnits(units: readonly number[]) {
      setState((now) => ({
        ...now,
        rows: now.rows.map((row, index) => ({ ...row, units: String(units[index] ?? row.units) })),
      }));
      touch();
    },
    /** What each pack would take by its weight, where the rows say something else. */
    byWeight: unitsByWeight(rows),
    /** Follows the form's fields of price and weight. */
    onInput({ target }: FormEvent<HTMLFormElement>) {
      const name = target instanceof HTMLInputElement && mainFields[target.name];
      if (name) set(main, name, target.value);
    },
    /** The rows as they are typed. */
    typed: (): PackForm => ({ rows: rows.map(({ key: _, ...row }) => row), main: index(main), chosen: index(main) }),
    /** Shows other rows, and the price and weight of their default pack in the form's fields. */
    show(form: PackForm) {
      setState((now) => ({ ...keyed(form, now.nextKey), isOpen: now.isOpen || form.rows.length > 1 }));
      const row = form.rows[form.main];
      if (row) setValues({ price: row.price, netWeightGrams: row.grams });
    },
    /** The keys in the order in which the server gets the rows. */
    sentKeys: () => [main, ...rows.filter((row) => row.key !== main && !isBlankPack(row)).map(({ key }) => key)],
  };
}

export type PackRows = ReturnType<typeof usePackRows>;

/**
 * A function that names the field of an error such as `packs.1.price`. `sent` has the keys of the rows in the order in which they were
 * sent; without JavaScript the page shows them in that order.
 */
export function packErrorField(path: string, sent: readonly number[] | null): string | null {
  const [, index, name = "label"] = /^packs\.(\d+)(?:\.(\w+))?/.exec(path) ?? [];
  if (index === undefined) return path === "packs" ? path : null;
  if (index === "0" && name === "price") return "price";
  if (index === "0" && name === "grams") return "netWeightGrams";
  const key = sent?.[Number(index)] ?? Number(index);
  return packField(key, (name === "id" ? "label" : name) as PackFieldName);
}
