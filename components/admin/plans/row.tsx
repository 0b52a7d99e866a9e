import Link from "next/link";
import { memo, type ReactNode } from "react";
import { tabUrl } from "@/components/admin/urls";
import { FieldError } from "@/components/ui/field";
import { dayText } from "@/lib/dates";
import { dayField } from "@/lib/stock/plan-form-schema";
import { amountOf, measureOf, orderByText } from "@/lib/stock/plan-texts";
import { isEditable, type PlanCell, type PlanSweet, type PlanViewProps, promisedIn } from "./use-plan-days";

type CellTextProps = {
  cell: PlanCell;
  grams: number | null;
  /** Said after the capacity, where no heading says it. */
  measure?: string;
  /** What takes the capacity's place without JavaScript. */
  field?: ReactNode;
};

/** A day of a sweet: "12 of 40", or what was made. */
export function CellText({ cell, grams, measure, field }: CellTextProps) {
  const { capacity, held, made, short } = cell;
  const amount = (units: number) => amountOf(units, grams);
  if (made !== null)
    return (
      <>
        Made {amount(made)} {measure}
        {short > 0 && <b className="plan-short">{amount(short)} short</b>}
      </>
    );
  return (
    <>
      <b>{amount(promisedIn(cell))}</b> of{" "}
      <span className={field ? "plan-capacity" : undefined}>{amount(capacity)}</span> {measure}
      {field}
      {held > 0 && <small>{amount(held)} in carts</small>}
    </>
  );
}

/** Whether more is promised than is planned, which only the owner's own lowering leaves. */
export const isAbove = (cell: PlanCell): boolean => cell.made === null && promisedIn(cell) > cell.capacity;

type RowProps = Pick<PlanViewProps, "days" | "today" | "failure"> & {
  sweet: PlanSweet;
  /** The column of the one cell that Tab leads to, if it is in this row. */
  stop: number | null;
  editor: { col: number; text: string } | null;
  error: PlanViewProps["plan"]["error"];
};

/** A sweet's days. Only rows whose own props have changed are rendered again. */
export const PlanRow = memo(function PlanRow({ sweet, days, today, stop, editor, error, failure }: RowProps) {
  const { id, name, grams, orderBy, readOnly, cells } = sweet;
  return (
    <tr>
      <th scope="row">
        {orderBy && !readOnly ? (
          <Link href={tabUrl("plans", { edit: id })} prefetch={false} className="link" title="Edit week">
            {name}
          </Link>
        ) : (
          name
        )}
        <small>
          {measureOf(grams)} · {orderBy ? orderByText(orderBy) : "not planned any more"}
        </small>
      </th>
      {cells.map((cell, col) => {
        const { day = "", closed } = days[col] ?? {};
        const editable = isEditable(sweet, cell, day, today);
        const label = `${name}, ${dayText(day)}`;
        const field = dayField(id, day);
        const wrong = error?.day === day ? error.message : failure?.fields[field];
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
                aria-label={label}
                aria-invalid={wrong ? true : undefined}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={editor.text}
                // biome-ignore lint/a11y/noAutofocus: the field takes the place of the cell that has the focus
                autoFocus
                onFocus={({ target }) => editor.text.length > 1 && target.value === editor.text && target.select()}
              />
            ) : (
              <CellText
                cell={cell}
                grams={grams}
                field={
                  editable &&
                  days.length <= 7 && (
                    <noscript>
                      <input
                        className="input"
                        name={field}
                        aria-label={label}
                        aria-invalid={wrong ? true : undefined}
                        inputMode="decimal"
                        defaultValue={failure?.values[field] ?? amountOf(cell.capacity, grams)}
                      />
                    </noscript>
                  )
                }
              />
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
