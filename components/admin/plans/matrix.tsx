"use client";

import { type ClipboardEvent, type KeyboardEvent, memo, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { FieldError } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { dayText } from "@/lib/dates";
import type { DayNumber } from "@/lib/stock/plan-schema";
import { amountOf, measureOf, orderByText } from "@/lib/stock/plan-texts";
import {
  CellText,
  isAbove,
  isEditable,
  type PlanSweet,
  PlanSweetName,
  type PlanViewProps,
  promisedIn,
} from "./plan-days";

type Place = { row: number; col: number };
type Editor = Place & { text: string };

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

  const editableAt = ({ row, col }: Place) => {
    const [sweet, day] = [sweets[row], days[col]?.day];
    const cell = sweet?.cells[col];
    return sweet && day && cell && isEditable(sweet, cell, day, today) ? { sweet, day, capacity: cell.capacity } : null;
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
    const found = editableAt(to);
    if (found) edit({ ...to, text: typed ?? amountOf(found.capacity, found.sweet.grams) });
  }

  /** Ends the editor with what was typed. False: it means no amount, and the editor stays. */
  function commit(typed: string): boolean {
    const to = editing.current;
    const sweet = to && sweets[to.row];
    if (!sweet) return true;
    if (!plan.enter(sweet, to.col, typed)) return false;
    edit(null);
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
    const pasted = lines
      .flatMap((line, down) =>
        line.map((text, right) => ({ text: text.trim(), at: { row: from.row + down, col: from.col + right } })),
      )
      .filter(({ text }) => text !== "");
    const numbers: DayNumber[] = [];
    let skipped = 0;
    for (const { text, at } of pasted) {
      const found = editableAt(at);
      const number = found && plan.read(found.sweet, found.day, text);
      // All or none.
      if (found && !number) return toast.error(`“${text}” was not understood, so nothing was saved`);
      if (number) numbers.push(number);
      else skipped++;
    }
    if (skipped > 0) toast.warning(`${skipped} pasted ${skipped === 1 ? "number was" : "numbers were"} left out`);
    save(numbers);
  }

  const close = (col: number) =>
    save(
      sweets.flatMap((_, row) => {
        const found = editableAt({ row, col });
        return found ? [{ productId: found.sweet.id, day: found.day, capacity: 0 }] : [];
      }),
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

type MatrixRowProps = Pick<PlanViewProps, "days" | "today"> & {
  sweet: PlanSweet;
  /** The column of the one cell that Tab leads to, if it is in this row. */
  stop: number | null;
  editor: Editor | null;
  error: PlanViewProps["plan"]["error"];
};

/** A sweet's days. Only rows whose own props have changed are rendered again. */
const MatrixRow = memo(function MatrixRow({ sweet, days, today, stop, editor, error }: MatrixRowProps) {
  const { name, grams, orderBy, cells } = sweet;
  return (
    <tr>
      <th scope="row">
        <PlanSweetName sweet={sweet} />
        <small>
          {measureOf(grams)} · {orderBy ? orderByText(orderBy) : "not planned any more"}
        </small>
      </th>
      {cells.map((cell, col) => {
        const { day = "", closed } = days[col] ?? {};
        const editable = isEditable(sweet, cell, day, today);
        const wrong = error?.day === day ? error.message : undefined;
        return (
          <td
            key={day}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
            role="gridcell"
            data-col={col}
            tabIndex={col === stop ? 0 : -1}
            aria-readonly={!editable || undefined}
            data-own={(editable && cell.own) || undefined}
            data-above={isAbove(cell) || undefined}
            data-today={day === today || undefined}
            data-closed={closed || undefined}
          >
            {editor?.col === col ? (
              <input
                className="input"
                aria-label={`${name}, ${dayText(day)}`}
                aria-invalid={wrong ? true : undefined}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={editor.text}
                // biome-ignore lint/a11y/noAutofocus: the field takes the place of the cell that has the focus
                autoFocus
                onFocus={({ target }) => editor.text.length > 1 && target.value === editor.text && target.select()}
              />
            ) : (
              <CellText cell={cell} grams={grams} />
            )}
            {wrong && (
              <FieldError role="alert" className="plan-error">
                {wrong}
              </FieldError>
            )}
          </td>
        );
      })}
    </tr>
  );
});
