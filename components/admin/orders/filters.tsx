"use client";

import { paymentStateNames } from "@/components/admin/payments/texts";
import { urlWithQuery } from "@/components/admin/urls";
import { useFilterForm } from "@/components/admin/use-filter-form";
import { Button } from "@/components/ui/button";
import { FieldFrame, SelectField, TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { LinkButton } from "@/components/ui/link-button";
import { statuses } from "@/db/constants/orders";
import { orderPaymentStates } from "@/db/constants/payments";
import { windowText } from "@/lib/delivery/texts";
import type { OrderListQuery } from "@/lib/orders/schema";

type OrderFiltersProps = {
  path: "/admin" | "/admin/orders";
  query: OrderListQuery;
  /** The windows of the chosen day; empty without one. */
  windows: { from: string; to: string }[];
  /** Query parameters that no filter changes. */
  fixed: { tab?: string };
};

/**
 * Status, search, dates and payment of the orders. The filters work without JavaScript. Below the width of a desk the fields other than the
 * search are folded, so that the orders come first, and the button that unfolds them says how many are set.
 */
export function OrderFilters({ path, query, windows, fixed }: OrderFiltersProps) {
  const { status, search, from, to, slotDate, slotFrom, payment, customer } = query;
  const isSet = [from, to, slotDate, slotFrom, payment].filter((value) => value !== undefined).length;
  const chosen = { search, from, to, slotDate, slotFrom, payment, customer };
  const { pending, onSubmit, onSelect, searchField } = useFilterForm(path, search);
  return (
    <>
      <div
        role="group"
        aria-label="Status filter"
        className="flex gap-2 mt-4 overflow-x-auto -mx-5 px-5 lg:mx-0 lg:px-0 pb-1"
      >
        {["All", ...statuses].map((choice) => (
          <LinkButton
            key={choice}
            href={urlWithQuery(path, { ...fixed, ...chosen, status: choice === "All" ? "" : choice })}
            scroll={false}
            className="chip"
            aria-pressed={choice === (status ?? "All")}
          >
            {choice}
          </LinkButton>
        ))}
      </div>
      <form
        method="get"
        action={path}
        role="search"
        aria-busy={pending}
        onSubmit={onSubmit}
        className="grid xs:grid-cols-2 lg:flex gap-3 items-end mt-3"
      >
        {fixed.tab && <input type="hidden" name="tab" value={fixed.tab} />}
        {customer && <input type="hidden" name="customer" value={customer} />}
        {status && <input type="hidden" name="status" value={status} />}
        <FieldFrame id="order-search" label="Search" className="xs:col-span-2 lg:flex-1">
          <div className="input-icon">
            <Icon name="search" />
            <input className="input" id="order-search" placeholder="Order number, name or phone" {...searchField} />
          </div>
        </FieldFrame>
        <details className="filters xs:col-span-2">
          <summary className="btn btn-outline">Filters{isSet > 0 && ` (${isSet})`}</summary>
          <div className="filters-fields max-lg:grid xs:max-lg:grid-cols-2 gap-3 items-end pt-3">
            <TextField
              key={`from ${from}`}
              label="From"
              type="date"
              name="from"
              defaultValue={from}
              max={to}
              className="num"
            />
            <TextField key={`to ${to}`} label="To" type="date" name="to" defaultValue={to} min={from} className="num" />
            <TextField
              key={`day ${slotDate}`}
              label="Window day"
              type="date"
              name="slotDate"
              defaultValue={slotDate}
              className="num"
            />
            <SelectField
              key={`window ${slotDate} ${slotFrom}`}
              label="Window"
              name="slotFrom"
              defaultValue={slotFrom ?? ""}
              // Which windows there are is known once a day has been chosen.
              disabled={windows.length === 0}
              onChange={onSelect}
              className="num"
            >
              <option value="">All windows</option>
              {windows.map((window) => (
                <option key={window.from} value={window.from}>
                  {windowText(window)}
                </option>
              ))}
            </SelectField>
            <SelectField
              key={`payment ${payment}`}
              label="Payment"
              name="payment"
              defaultValue={payment ?? ""}
              onChange={onSelect}
              className="xs:col-span-2"
            >
              <option value="">All payments</option>
              {orderPaymentStates.map((state) => (
                <option key={state} value={state}>
                  {paymentStateNames[state]}
                </option>
              ))}
            </SelectField>
            <Button kind="outline" type="submit">
              Apply
            </Button>
            <a className="btn btn-outline" href={urlWithQuery("/admin/orders/export", { status, ...chosen })} download>
              Export CSV
            </a>
          </div>
        </details>
      </form>
    </>
  );
}
