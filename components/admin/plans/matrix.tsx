"use client";

import { type ClipboardEvent, type KeyboardEvent, memo, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { FieldError } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { countOf } from "@/lib/count";
import { dayText } from "@/lib/dates";
import type { DayChange } from "@/lib/stock/plan-schema";
import { amountOf, amountText, measureOf, orderByText } from "@/lib/stock/plan-texts";
import { CloseDay } from "./close-day";
import {
  CellText,
  CHANGED,
  isEditable,
  isOverPromised,
  type PlanSweet,
  PlanSweetName,
  type PlanViewProps,
  promisedIn,
} from "./plan-days";

type Place = { row: number; col: number };
/** `inPlace`: the arrow keys move within the number, not to the next cell. */
type Editor = Place & { text: string; isSelected: boolean; inPlace: boolean };

function placeOf({ target }: SyntheticEvent): Place | null {
  const cell = (target as Element).closest<HTMLTableCellElement>("td[data-col]");
  return cell && { row: (cell.parentElement as HTMLTableRowElement).rowIndex - 1, col: Number(cell.dataset.col) };
}

const UP_AND_DOWN = { ArrowUp: [-1, 0], ArrowDown: [1, 0] } as const;
const SIDEWAYS = { ArrowLeft: [0, -1], ArrowRight: [0, 1] } as const;
const PAGES = { PageUp: [-10, 0], PageDown: [10, 0] } as const;

/**
 * Sweets × days as a grid that is used like a spreadsheet: a click or the keys select a cell, what is typed takes the place of its number,
 * F2 or a double click edits that, Escape leaves it as it was, and what is pasted fills the cells to the right and below. The events of cells
 * are handled by the table, since a month has thousands of them.
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
    return sweet && day && cell && isEditable(sweet, cell, day, today) ? { sweet, capacity: cell.capacity } : null;
  };

  function focus({ row, col }: Place) {
    const to = { row: Math.min(Math.max(row, 0), sweets.length - 1), col: Math.min(Math.max(col, 0), days.length - 1) };
    table.current?.rows[to.row + 1]?.cells[to.col + 1]?.focus();
  }

  function edit(to: Editor | null) {
    editing.current = to;
    setEditor(to);
  }

  /** Edits the number of a cell, or begins another one with what was typed. */
  function begin(to: Place, { typed, isSelected = false }: { typed?: string; isSelected?: boolean }) {
    const found = editableAt(to);
    if (!found) return;
    setError(null);
    const text = typed ?? amountOf(found.capacity, found.sweet.grams);
    edit({ ...to, text, isSelected, inPlace: typed === undefined });
  }

  function editInPlace() {
    if (editing.current) editing.current.inPlace = true;
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
    if (!from || altKey) return;
    const [field, whole, ahead] = [target instanceof HTMLInputElement && target, ctrlKey || metaKey, shiftKey ? -1 : 1];
    const ends = { Home: [whole ? -from.row : 0, -from.col], End: [whole ? sweets.length : 0, days.length] };
    const moves: Record<string, readonly number[]> = {
      ...UP_AND_DOWN,
      ...(!(field && editing.current?.inPlace) && SIDEWAYS),
      ...(field ? { Escape: [0, 0] } : { ...PAGES, ...ends }),
      Enter: [ahead, 0],
      // Behind the last cell of a row Tab leaves the table.
      ...((field || days[from.col + ahead]) && { Tab: [0, ahead] }),
    };
    const [down, right = 0] = moves[key] ?? [];
    if (down !== undefined) {
      event.preventDefault();
      if (key === "Escape") cancel();
      if (!field || commit(field.value)) focus({ row: from.row + down, col: from.col + right });
    } else if (key === "F2") {
      event.preventDefault();
      if (field) editInPlace();
      else begin(from, {});
    } else if (!field && key === "Delete") {
      const found = editableAt(from);
      if (found) plan.clear(found.sweet, from.col);
    } else if (!field && !whole && key !== " " && [...key].length === 1) {
      event.preventDefault();
      begin(from, { typed: key });
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
    const changes: DayChange[] = [];
    let skipped = 0;
    for (const { text, at } of pasted) {
      const found = editableAt(at);
      const change = found && plan.read(found.sweet, at.col, text);
      // All or none.
      if (found && !change) return toast.error(`“${text}” was not understood, so nothing was saved`);
      if (change) changes.push(change);
      else skipped++;
    }
    if (skipped > 0) toast.warning(`${skipped} pasted ${skipped === 1 ? "number was" : "numbers were"} left out`);
    save({ changes, text: `${countOf(changes.length, "number")} pasted` });
  }

  return (
    <div className="max-md:hidden print:block">
      <p className="text-muted mt-4 print:hidden">
        Each number is what is promised of what is planned. Type to change a day, Delete to go back to the week, Ctrl+Z
        to undo. Underlined: changed for this day.
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
            if (event.target instanceof HTMLInputElement) editInPlace();
            // A finger has no keyboard before there is a field.
            else if (to && "pointerType" in event.nativeEvent && event.nativeEvent.pointerType === "touch")
              begin(to, { isSelected: true });
          }}
          onDoubleClick={(event) => {
            const to = placeOf(event);
            if (to && !(event.target instanceof HTMLInputElement)) begin(to, { isSelected: true });
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
                  {closed && <small>No windows</small>}
                  <CloseDay {...{ plan, days, today }} at={col} className="plan-close link" />
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
  const sums = [...(grams > 0 ? [amountText(grams, 1)] : []), ...(pieces > 0 ? [amountText(pieces, null)] : [])];
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
        <small>{orderBy ? orderByText(orderBy) : "not planned any more"}</small>
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
            title={editable && cell.own ? CHANGED : undefined}
            data-above={isOverPromised(cell) || undefined}
            data-today={day === today || undefined}
            data-closed={closed || undefined}
          >
            {editor?.col === col ? (
              <>
                <input
                  className="input"
                  aria-label={`${name}, ${dayText(day)}, ${measureOf(grams)}`}
                  aria-invalid={wrong ? true : undefined}
                  inputMode="decimal"
                  autoComplete="off"
                  defaultValue={editor.text}
                  // biome-ignore lint/a11y/noAutofocus: the field takes the place of the cell that has the focus
                  autoFocus
                  onFocus={({ target }) =>
                    target.value === editor.text &&
                    target.setSelectionRange(editor.isSelected ? 0 : editor.text.length, editor.text.length)
                  }
                />{" "}
                {measureOf(grams)}
              </>
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
