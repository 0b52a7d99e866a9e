"use client";

import { memo } from "react";
import { StatusBadge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { formatRupees } from "@/lib/money";
import type { OrderRow as Row } from "@/lib/orders/admin.server";
import { formatMoment } from "@/lib/time";
import { failedOf, statusActions } from "./status-actions";
import { Told } from "./told";
import { type FormAction, say, useFormAction } from "./use-form-action";

type OrderRowProps = {
  order: Row;
  /** The form that ticks this order for several at once. */
  batch: string;
  complete: boolean;
  action: FormAction;
  onDetails: (id: number) => void;
};

const cell = "max-lg:block max-lg:!p-0 max-lg:!border-0";

/** One order in the table, with what can be done to it. A block on small screens. */
export const OrderRow = memo(function OrderRow({ order, batch, complete, action, onDetails }: OrderRowProps) {
  const { id, createdAt, status, total, name } = order;
  const { result, told, pending, form } = useFormAction(action, { failed: failedOf, onDone: say });

  return (
    <tr className="group max-lg:grid max-lg:grid-cols-[auto_auto_1fr_auto] max-lg:items-center max-lg:gap-x-3 max-lg:p-4 max-xs:flex max-xs:flex-wrap">
      <td className={`w-px !pr-0 max-lg:w-auto ${cell}`}>
        <label className="inline-grid place-items-center size-6 align-middle">
          <input
            type="checkbox"
            name="ids"
            value={id}
            form={batch}
            aria-label={`Select order #${id}`}
            className="size-5 accent-primary"
          />
        </label>
      </td>
      <th
        scope="row"
        className={`num !text-base !text-foreground lg:!border-border group-last:!border-b-0 max-lg:!text-lg ${cell}`}
      >
        #{id}
      </th>
      <td
        className={`num text-muted max-lg:col-span-4 max-lg:row-start-2 max-lg:mt-1 max-lg:mb-2 max-xs:w-full max-xs:order-1 ${cell}`}
      >
        <span className="flex flex-wrap gap-x-2">
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
          {name && (
            <span className="truncate max-w-[min(14rem,100%)]">
              <span className="max-lg:hidden">· </span>
              {name}
            </span>
          )}
        </span>
      </td>
      <td className={`max-lg:col-start-3 max-lg:row-start-1 ${cell}`}>
        <StatusBadge status={status} />
      </td>
      <td className={`r num font-semibold max-lg:text-lg max-lg:row-start-1 max-lg:col-start-4 ${cell}`}>
        {total > 0 ? formatRupees(total) : "-"}
      </td>
      <td
        className={`r w-px whitespace-nowrap max-lg:col-span-4 max-lg:w-auto max-lg:!text-left max-xs:order-1 ${cell}`}
      >
        <div className="inline-flex flex-wrap gap-1 lg:flex-nowrap lg:justify-end">
          <form action={`/admin/orders/${id}`} method="get" className="contents">
            <Button
              type="submit"
              kind="outline"
              size="sm"
              aria-haspopup="dialog"
              onClick={(event) => {
                event.preventDefault();
                onDetails(id);
              }}
            >
              Details
            </Button>
          </form>
          <form {...form} className="contents">
            <input type="hidden" name="id" value={id} />
            <StatusButtons complete={complete} pending={pending} />
          </form>
        </div>
        <Told by={told} />
        {result?.ok === false && (
          <p role="alert" className="field-error whitespace-normal">
            {result.message}
          </p>
        )}
      </td>
    </tr>
  );
});

function StatusButtons({ complete, pending }: { complete: boolean; pending: boolean }) {
  return statusActions(complete).map(({ status, text, kind }) => (
    <Button key={status} type="submit" name="status" value={status} kind={kind} size="sm" pending={pending}>
      {text}
    </Button>
  ));
}
