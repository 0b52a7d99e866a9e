"use client";

import { type ClipboardEvent, type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import { dayText } from "@/lib/dates";
import type { DayNumber } from "@/lib/stock/plan-schema";
import { amountOf, typedUnits, wrongAmount } from "@/lib/stock/plan-texts";
import { MatrixRow } from "./matrix-row";
import { isEditable, type PlanSweet, type PlanViewProps, promisedIn } from "./use-plan-days";

type Place = { row: number; col: number };
type Editor = Place & { text: string };

/** The cell of an event in the table. */
function placeOf({ target }: SyntheticEvent): Place | null {
  const cell = (target as Element).closest<HTMLTableCellElement>("td[data-col]");
  return cell && { row: (cell.parentElement as HTMLTableRowElement).rowIndex - 1, col: Number(cell.dataset.col) };
}

const UP_AND_DOWN = { ArrowUp: [-1, 0], ArrowDown: [1, 0] } as const;
const MOVES = { ...UP_AND_DOWN, ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-10, 0], PageDown: [10, 0] } as const;

/**
 * Sweets × days as a grid that is used like a spreadsheet: arrow keys move, Enter or a digit edits, Escape leaves a number as it was, and
 * what is pasted fills the cells to the right and below. The events of cells are handled by the table, since a month has thousands of them.
 */
export function PlanMatrix({ plan, days, today }: PlanViewProps) {
  const { sweets, error, setError, save } = plan;
  const todayAt = days.findIndex(({ day }) => day === today);
  const [place, setPlace] = useState<Place>({ row: 0, col: Math.max(0, todayAt) });
  const [editor, setEditor] = useState<Editor | null>(null);
  const table = useRef<HTMLTableElement>(null);
  // A field that goes away loses the focus, which would save it once more.
  const editing = useRef<Editor | null>(null);

  // A month begins where it is worked on.
  useEffect(() => {
    const [first, column] = [table.current?.rows[0]?.cells[0], table.current?.rows[0]?.cells[todayAt + 1]];
    const scroll = table.current?.parentElement;
    if (scroll && first && column && first !== column) scroll.scrollLeft = column.offsetLeft - first.offsetWidth;
  }, []);

  const at = ({ row, col }: Place) => {
    const [sweet, day] = [sweets[row], days[col]?.day];
    const cell = sweet?.cells[col];
    return sweet && day && cell ? { sweet, day, cell, editable: isEditable(sweet, cell, day, today) } : null;
  };

  function focus({ row, col }: Place) {
    const to = { row: Math.min(Math.max(row, 0), sweets.length - 1), col: Math.min(Math.max(col, 0), days.length - 1) };
    table.current?.rows[to.row + 1]?.cells[to.col + 1]?.focus();
  }

  function edit(to: Editor | null) {
    editing.current = to;
    setEditor(to);
  }

  function begin(to: Place, typed?: string) {
    const found = at(to);
    if (found?.editable) edit({ ...to, text: typed ?? amountOf(found.cell.capacity, found.sweet.grams) });
  }

  /** The day's new number, or null and an error beside its cell. */
  function read(to: Place, typed: string): DayNumber | null {
    const found = at(to);
    if (!found) return null;
    const one = { productId: found.sweet.id, day: found.day };
    const capacity = typedUnits(typed, found.sweet.grams);
    if (capacity === null) setError({ ...one, message: wrongAmount(found.sweet.grams) });
    return capacity === null ? null : { ...one, capacity };
  }

  /** Ends the editor with what was typed. False: it means no amount, and the editor stays. */
  function commit(typed: string): boolean {
    const to = editing.current;
    if (!to) return true;
    const number = read(to, typed);
    if (!number) return false;
    cancel();
    if (number.capacity !== at(to)?.cell.capacity) save([number]);
    return true;
  }

  function cancel() {
    edit(null);
    setError(null);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const { key, target, shiftKey, ctrlKey, metaKey, altKey } = event;
    const from = placeOf(event);
    if (!from) return;
    const [field, whole, ahead] = [target instanceof HTMLInputElement && target, ctrlKey || metaKey, shiftKey ? -1 : 1];
    const ends = { Home: [whole ? -from.row : 0, -from.col], End: [whole ? sweets.length : 0, days.length] };
    const moves: Record<string, readonly number[]> = field
      ? { ...UP_AND_DOWN, Enter: [ahead, 0], Tab: [0, ahead], Escape: [0, 0] }
      : { ...MOVES, ...ends };
    const [down, right = 0] = moves[key] ?? [];
    if (down !== undefined) {
      event.preventDefault();
      if (key === "Escape") cancel();
      if (!field || commit(field.value)) focus({ row: from.row + down, col: from.col + right });
    } else if (!field && !altKey && !whole) {
      const isDigit = /^\p{Nd}$/u.test(key);
      if (!isDigit && key !== "Enter" && key !== "F2") return;
      event.preventDefault();
      begin(from, isDigit ? key : undefined);
    }
  }

  function onPaste(event: ClipboardEvent<HTMLTableElement>) {
    const from = placeOf(event);
    const lines = event.clipboardData
      .getData("text")
      .replace(/\r?\n$/, "")
      .split(/\r?\n/)
      .map((line) => line.split("\t"));
    // One number is pasted into an open field as anywhere.
    if (!from || (editing.current && lines.flat().length === 1)) return;
    event.preventDefault();
    cancel();
    focus(from);
    const cells = lines.flatMap((line, down) =>
      line.map((text, right) => ({ text: text.trim(), row: from.row + down, col: from.col + right })),
    );
    const pasted = cells.filter(({ text }) => text !== "");
    const editable = pasted.filter((to) => at(to)?.editable);
    const numbers: DayNumber[] = [];
    for (const { text, ...to } of editable) {
      const number = read(to, text);
      // All or none.
      if (!number) return toast.error(`“${text}” was not understood, so nothing was saved`);
      numbers.push(number);
    }
    const skipped = pasted.length - editable.length;
    if (skipped > 0) toast.warning(`${skipped} pasted ${skipped === 1 ? "number was" : "numbers were"} left out`);
    save(numbers);
  }

  const close = (col: number) =>
    save(
      sweets.flatMap((sweet, row) =>
        at({ row, col })?.editable ? [{ productId: sweet.id, day: days[col]?.day ?? "", capacity: 0 }] : [],
      ),
    );

  return (
    <div className="max-md:hidden print:block">
      <p className="text-muted mt-4 print:hidden">
        Promised of planned, in kilograms, or in pieces where a sweet has no weight: numbers are shown and typed so. A
        number of the day’s own is underlined.
      </p>
      <div className="plan-scroll mt-2">
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are edited is a grid
          role="grid"
          aria-label="Plans"
          className="plan-table num"
          data-long={days.length > 7 || undefined}
          onFocus={(event) => {
            const to = placeOf(event);
            if (to && (to.row !== place.row || to.col !== place.col)) setPlace(to);
          }}
          onClick={(event) => {
            const to = placeOf(event);
            if (to && !(event.target instanceof HTMLInputElement)) begin(to);
          }}
          onBlur={({ target }) => target instanceof HTMLInputElement && commit(target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        >
          <thead>
            <tr>
              <th scope="col">Sweet</th>
              {days.map(({ day, closed }, col) => (
                <th key={day} scope="col" data-today={day === today || undefined} data-closed={closed || undefined}>
                  {dayText(day)}
                  {day === today && <small>Today</small>}
                  {closed && <small>Closed</small>}
                  {day >= today && (
                    <button
                      type="button"
                      className="plan-close link"
                      aria-label={`Close ${dayText(day)}: plan nothing`}
                      onClick={() => close(col)}
                    >
                      Close
                    </button>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sweets.map((sweet, row) => (
              <MatrixRow
                key={sweet.id}
                {...{ sweet, days, today }}
                stop={place.row === row ? place.col : null}
                editor={editor?.row === row ? editor : null}
                error={error?.productId === sweet.id ? error : null}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Promised</th>
              {days.map(({ day }, col) => (
                <td key={day}>
                  {sumsOf(sweets, col).map((text) => (
                    <span key={text}>{text}</span>
                  ))}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  );
}

/** What is promised for a day: kilograms, and pieces of sweets without a weight. */
function sumsOf(sweets: readonly PlanSweet[], col: number): string[] {
  let [grams, pieces] = [0, 0];
  for (const sweet of sweets) {
    const units = sweet.cells[col] ? promisedIn(sweet.cells[col]) : 0;
    if (sweet.grams === null) pieces += units;
    else grams += units * sweet.grams;
  }
  const sums = [...(grams > 0 ? [`${amountOf(grams, 1)} kg`] : []), ...(pieces > 0 ? [`${pieces} pcs`] : [])];
  return sums.length > 0 ? sums : ["–"];
}
