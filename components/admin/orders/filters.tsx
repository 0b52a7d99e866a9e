"use client";

import { paymentStateNames } from "@/components/admin/payments/texts";
import { FilterDate, FilterSelect, Filters } from "@/components/admin/ui/filters";
import { urlWithQuery } from "@/components/admin/urls";
import { Button } from "@/components/ui/button";
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
 * Status, search, dates and payment of the orders. Below the width of a desk the fields other than the search are folded, so that the orders
 * come first, and the button that unfolds them says how many are set.
 */
export function OrderFilters({ path, query, windows, fixed }: OrderFiltersProps) {
  const { status, search, from, to, slotDate, slotFrom, payment, customer } = query;
  const isSet = [from, to, slotDate, slotFrom, payment].filter((value) => value !== undefined).length;
  const chosen = { search, from, to, slotDate, slotFrom, payment, customer };
  return (
    <>
      <div
        role="group"
        aria-label="Status filter"
        className="flex gap-2 overflow-x-auto -mx-5 px-5 lg:mx-0 lg:px-0 pb-1"
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
      <Filters
        path={path}
        fixed={{ ...fixed, customer, status }}
        search={{ label: "Search", placeholder: "Order number, name or phone", value: search }}
        className="flex max-lg:flex-wrap gap-3 items-end"
      >
        <details className="filters basis-full">
          <summary className="btn btn-outline">Filters{isSet > 0 && ` (${isSet})`}</summary>
          <div className="filters-fields max-lg:grid xs:max-lg:grid-cols-2 gap-3 items-end pt-3">
            <FilterDate label="From" name="from" value={from} max={to} />
            <FilterDate label="To" name="to" value={to} min={from} />
            <FilterDate label="Window day" name="slotDate" value={slotDate} />
            {/* Which windows there are is known once a day has been chosen. */}
            <FilterSelect
              label="Window"
              name="slotFrom"
              value={slotFrom}
              disabled={windows.length === 0}
              className="num"
            >
              <option value="">All windows</option>
              {windows.map((window) => (
                <option key={window.from} value={window.from}>
                  {windowText(window)}
                </option>
              ))}
            </FilterSelect>
            <FilterSelect label="Payment" name="payment" value={payment} className="xs:col-span-2">
              <option value="">All payments</option>
              {orderPaymentStates.map((state) => (
                <option key={state} value={state}>
                  {paymentStateNames[state]}
                </option>
              ))}
            </FilterSelect>
            <Button kind="outline" type="submit">
              Apply
            </Button>
            <a className="btn btn-outline" href={urlWithQuery("/admin/orders/export", { status, ...chosen })} download>
              Export CSV
            </a>
          </div>
        </details>
      </Filters>
    </>
  );
}
