"use client";

import { type ClipboardEvent, type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import { dayText } from "@/lib/dates";
import type { DayNumber } from "@/lib/stock/plan-schema";
import { amountOf, typedUnits, wrongAmount } from "@/lib/stock/plan-texts";
import { PlanRow } from "./row";
import { isEditable, type PlanSweet, type PlanViewProps, promisedIn } from "./use-plan-days";

type Place = { row: number; col: number };
type Editor = Place & { text: string };

/** The cell of an event in the table. */
function placeOf({ target }: SyntheticEvent): Place | null {
  const cell = (target as Element).closest<HTMLTableCellElement>("td[data-col]");
  return cell && { row: (cell.parentElement as HTMLTableRowElement).rowIndex - 1, col: Number(cell.dataset.col) };
}

/**
 * Sweets × days as a grid that is used like a spreadsheet: arrow keys move, Enter or a digit edits, Escape leaves a number as it was, and
 * what is pasted fills the cells to the right and below. The events of cells are handled by the table, since a month has thousands of them.
 */
export function PlanMatrix({ plan, days, today, failure }: PlanViewProps) {
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
    edit(null);
    setError(null);
    if (number.capacity !== at(to)?.cell.capacity) save([number]);
    return true;
  }

  function cancel() {
    edit(null);
    setError(null);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const from = placeOf(event);
    if (!from) return;
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const { row, col } = from;
    const moveTo = (to: Place) => {
      event.preventDefault();
      focus(to);
    };
    if (event.target instanceof HTMLInputElement) {
      const next: Record<string, Place> = {
        Enter: { row: row + (shiftKey ? -1 : 1), col },
        Tab: { row, col: col + (shiftKey ? -1 : 1) },
        ArrowDown: { row: row + 1, col },
        ArrowUp: { row: row - 1, col },
      };
      const to = next[key];
      if (key === "Escape") {
        cancel();
        moveTo(from);
      } else if (to) {
        event.preventDefault();
        if (commit(event.target.value)) focus(to);
      }
      return;
    }
    const whole = ctrlKey || metaKey;
    const to: Record<string, Place> = {
      ArrowLeft: { row, col: col - 1 },
      ArrowRight: { row, col: col + 1 },
      ArrowUp: { row: row - 1, col },
      ArrowDown: { row: row + 1, col },
      PageUp: { row: row - 10, col },
      PageDown: { row: row + 10, col },
      Home: { row: whole ? 0 : row, col: 0 },
      End: { row: whole ? sweets.length : row, col: days.length },
    };
    if (to[key]) return moveTo(to[key]);
    if (altKey || whole) return;
    if (key !== "Enter" && key !== "F2" && !/^\p{Nd}$/u.test(key)) return;
    event.preventDefault();
    begin(from, /^\p{Nd}$/u.test(key) ? key : undefined);
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
    const numbers: DayNumber[] = [];
    let skipped = 0;
    for (const { text, ...to } of cells) {
      if (text === "") continue;
      if (!at(to)?.editable) {
        skipped++;
        continue;
      }
      const number = read(to, text);
      // All or none.
      if (!number) return toast.error(`“${text}” was not understood, so nothing was saved`);
      numbers.push(number);
    }
    if (skipped > 0) toast.warning(`${skipped} pasted ${skipped === 1 ? "number was" : "numbers were"} left out`);
    if (numbers.length > 0) save(numbers);
  }

  const close = (col: number) =>
    save(
      sweets.flatMap((sweet, row) =>
        at({ row, col })?.editable ? [{ productId: sweet.id, day: days[col]?.day ?? "", capacity: 0 }] : [],
      ),
    );

  return (
    <>
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
                      data-for="visitor customer admin"
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
              <PlanRow
                key={sweet.id}
                sweet={sweet}
                days={days}
                today={today}
                stop={place.row === row ? place.col : null}
                editor={editor?.row === row ? editor : null}
                error={error?.productId === sweet.id ? error : null}
                failure={failure}
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
    </>
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
  const sums = [grams > 0 && `${amountOf(grams, 1)} kg`, pieces > 0 && `${pieces} pcs`].filter(
    (text) => text !== false,
  );
  return sums.length > 0 ? sums : ["–"];
}
