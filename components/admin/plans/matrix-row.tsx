import Link from "next/link";
import { memo } from "react";
import { tabUrl } from "@/components/admin/urls";
import { FieldError } from "@/components/ui/field";
import { dayText } from "@/lib/dates";
import { amountOf, measureOf, orderByText } from "@/lib/stock/plan-texts";
import { isEditable, type PlanCell, type PlanSweet, type PlanViewProps, promisedIn } from "./use-plan-days";

/** A sweet's name, which leads to its week where that can be planned. */
export function PlanSweetName({ sweet: { id, name, orderBy, readOnly } }: { sweet: PlanSweet }) {
  if (!orderBy || readOnly) return name;
  return (
    <Link href={tabUrl("plans", { edit: id })} prefetch={false} className="link" title="Edit week">
      {name}
    </Link>
  );
}

/** A day of a sweet: "12 of 40", or what was made. `measure` is said where no heading says it. */
export function CellText({ cell, grams, measure }: { cell: PlanCell; grams: number | null; measure?: string }) {
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
      <b>{amount(promisedIn(cell))}</b> of <span>{amount(capacity)}</span> {measure}
      {held > 0 && <small>{amount(held)} in carts</small>}
    </>
  );
}

/** Whether more is promised than is planned, which only the owner's own lowering leaves. */
export const isAbove = (cell: PlanCell): boolean => cell.made === null && promisedIn(cell) > cell.capacity;

type MatrixRowProps = Pick<PlanViewProps, "days" | "today"> & {
  sweet: PlanSweet;
  /** The column of the one cell that Tab leads to, if it is in this row. */
  stop: number | null;
  editor: { col: number; text: string } | null;
  error: PlanViewProps["plan"]["error"];
};

/** A sweet's days. Only rows whose own props have changed are rendered again. */
export const MatrixRow = memo(function MatrixRow({ sweet, days, today, stop, editor, error }: MatrixRowProps) {
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
