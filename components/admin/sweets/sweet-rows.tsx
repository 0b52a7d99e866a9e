"use client";

import type { Route } from "next";
import Link from "next/link";
import { Fragment, useState } from "react";
import { May } from "@/components/admin/permissions";
import { Picture } from "@/components/layout/picture";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { LinkButton } from "@/components/ui/link-button";
import { TableHead } from "@/components/ui/table";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import { availabilityOf } from "@/lib/catalogue/packs";
import { formatRupees } from "@/lib/money";
import { type AdjustActions, AdjustSweet, useCanAdjust } from "./adjust-sweet";
import { freeAndHeld, packsText, restText, stockText } from "./stock-text";

type SweetRowsProps = {
  sweets: AdminSweet[];
  adjusting: number | null;
  /** The URL of the list with the row of a sweet open, for pages without JavaScript. */
  hrefFor: (id: number) => string;
  actions: AdjustActions;
  onEdit: (sweet: AdminSweet) => void;
  onDelete: (sweet: AdminSweet) => void;
};

/**
 * In Stock or Out of Stock, and Low Stock beside In Stock when fewer than five default packs are left. `rest`: what is left in a smaller
 * pack; a sweet that has only that is not out of stock.
 */
export function StockBadges({ quantity, rest = null }: { quantity: number; rest?: string | null }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {quantity > 0 && <Badge tone="success">In Stock</Badge>}
      {quantity === 0 && (rest ? <Badge tone="warning">Only {rest}</Badge> : <Badge tone="danger">Out of Stock</Badge>)}
      {availabilityOf(quantity) === "low" && <Badge tone="warning">Low Stock</Badge>}
    </span>
  );
}

const cell = "max-lg:block max-lg:p-0 max-lg:border-0";

/** The sweets as a table, whose rows are blocks on small screens. Adjust opens the forms for price and stock below a row. */
export function SweetRows({ sweets, adjusting, hrefFor, actions, onEdit, onDelete }: SweetRowsProps) {
  const canAdjust = useCanAdjust();
  const [open, setOpen] = useState(adjusting);

  return (
    <div className="border border-border bg-surface mt-4">
      <table className="table max-lg:block" aria-label="Sweets">
        <TableHead
          className="max-lg:sr-only"
          columns={[
            { head: "Image", hidden: true },
            { head: "Name" },
            { head: "Category" },
            { head: "Price", column: "r" },
            { head: "Quantity", column: "r" },
            { head: "Stock" },
            { head: "Actions", column: "r" },
          ]}
        />
        <tbody className="max-lg:block max-lg:divide-y max-lg:divide-border">
          {sweets.map((sweet) => (
            <Fragment key={sweet.id}>
              <tr
                className="max-lg:grid max-lg:grid-cols-[4rem_auto_minmax(0,1fr)_auto] max-lg:gap-x-3 max-lg:p-3 max-xs:flex max-xs:flex-wrap"
                data-open={open === sweet.id || undefined}
              >
                <td className={`w-16 max-lg:row-span-4 ${cell}`}>
                  <div className="photo size-16 lg:size-12">
                    <Picture image={sweet.picture} alt={sweet.imageAlt ?? ""} sizes="64px" />
                  </div>
                </td>
                <td className={`min-w-0 max-lg:col-start-2 max-lg:col-span-2 ${cell}`}>
                  <Link
                    href={`/admin/sweets/${sweet.id}` as Route}
                    prefetch={false}
                    className="font-semibold leading-snug hover:underline tap min-w-0"
                  >
                    {sweet.name}
                  </Link>
                  {packsText(sweet) && <p className="text-sm text-muted num">{packsText(sweet)}</p>}
                </td>
                <td className={`text-muted max-lg:text-sm max-lg:col-start-2 max-lg:col-span-2 ${cell}`}>
                  {sweet.category}
                </td>
                <td className={`r num max-lg:!text-left max-lg:col-start-2 max-lg:font-bold ${cell}`}>
                  {formatRupees(sweet.price)}
                </td>
                <td className={`r num lg:whitespace-nowrap max-lg:!text-left max-lg:col-start-3 ${cell}`}>
                  <span className="lg:hidden">· Qty </span>
                  {stockText(sweet)}
                  {sweet.held > 0 && <span className="block text-sm text-muted">{freeAndHeld(sweet)}</span>}
                </td>
                <td className={`max-lg:col-start-2 max-lg:col-span-2 max-lg:mt-1.5 ${cell}`}>
                  <StockBadges quantity={sweet.quantity} rest={restText(sweet)} />
                </td>
                <td
                  className={`r whitespace-nowrap max-lg:col-start-4 max-lg:row-start-1 max-lg:row-span-5 max-lg:!flex max-lg:flex-col max-xs:w-full max-xs:flex-row max-xs:flex-wrap ${cell}`}
                >
                  {canAdjust && (
                    <LinkButton
                      href={hrefFor(sweet.id)}
                      onPress={() => setOpen(open === sweet.id ? null : sweet.id)}
                      scroll={false}
                      aria-expanded={open === sweet.id}
                      aria-label={`Adjust ${sweet.name}`}
                      className={buttonClass({ kind: "ghost", size: "sm" })}
                    >
                      <Icon name="boxes" />
                      Adjust
                    </LinkButton>
                  )}
                  <May to="sweets:write">
                    <LinkButton
                      href={`/admin/sweets/${sweet.id}/edit`}
                      onPress={() => onEdit(sweet)}
                      aria-haspopup="dialog"
                      aria-label={`Edit ${sweet.name}`}
                      className={buttonClass({ kind: "ghost", size: "sm" })}
                    >
                      <Icon name="pencil" />
                      Edit
                    </LinkButton>
                    <LinkButton
                      href={`/admin/sweets/${sweet.id}/delete`}
                      onPress={() => onDelete(sweet)}
                      aria-haspopup="dialog"
                      aria-label={`Delete ${sweet.name}`}
                      className={buttonClass({ kind: "danger-ghost", size: "sm" })}
                    >
                      <Icon name="trash-2" />
                      Delete
                    </LinkButton>
                  </May>
                </td>
              </tr>
              {canAdjust && open === sweet.id && (
                <tr className="max-lg:block bg-sunken/60">
                  <td colSpan={7} className="max-lg:block p-4">
                    <AdjustSweet sweet={sweet} actions={actions} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}
