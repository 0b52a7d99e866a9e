"use client";

import Link from "next/link";
import { actionToasts } from "@/components/admin/action-toasts";
import { ordersText } from "@/components/admin/orders/batch";
import { OneTimeSecret } from "@/components/admin/ui/one-time-secret";
import { tabUrl } from "@/components/admin/urls";
import { useFilterForm } from "@/components/admin/use-filter-form";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { type Column, Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast";
import { formatShortDate } from "@/lib/dates";
import type { FormAction } from "@/lib/http/action-state";
import { formatRupees } from "@/lib/money";
import type { CustomerRow } from "@/lib/people/customer-queries";

const PATH = "/admin/customers";
const LINK_HINT = "Works once, within one hour. Copy it now: it is not shown again.";

type LinkAction = FormAction<{ link: string }>;

/** The search field of the customers. It works without JavaScript. */
export function CustomerSearch({ search }: { search: string }) {
  const { pending, onSubmit, searchField } = useFilterForm(PATH, search);
  return (
    <form method="get" action={PATH} role="search" className="flex gap-3 mt-4" aria-busy={pending} onSubmit={onSubmit}>
      <div className="input-icon flex-1">
        <Icon name="search" />
        <input className="input" aria-label="Search customers" placeholder="Name or e-mail" {...searchField} />
      </div>
      <Button kind="outline" type="submit" data-for="neutral">
        Search
      </Button>
    </form>
  );
}

/** The customers, each with a button that creates a link for setting a new password. */
export function Customers({ customers, action }: { customers: CustomerRow[]; action: LinkAction }) {
  const columns: Column<CustomerRow>[] = [
    { head: "Name", className: "font-semibold break-words", cell: ({ name }) => name },
    {
      head: "Email",
      className: "break-all",
      cell: ({ email }) => (
        <a className="hover:underline tap" href={`mailto:${email}`}>
          {email}
        </a>
      ),
    },
    {
      head: "Joined",
      className: "num text-muted whitespace-nowrap",
      cell: ({ joinedAt }) => formatShortDate(joinedAt),
    },
    {
      head: "Orders",
      column: "r",
      className: "num",
      cell: ({ id, name, orders }) =>
        orders === 0 ? (
          0
        ) : (
          <Link
            className="link tap"
            href={tabUrl("orders", { customer: id })}
            prefetch={false}
            aria-label={`${ordersText(orders)} of ${name}`}
          >
            {orders}
          </Link>
        ),
    },
    { head: "Spent", column: "r", className: "num font-semibold", cell: ({ spent }) => formatRupees(spent) },
    {
      head: "Actions",
      column: "r",
      isUnlabelled: true,
      cell: (customer) => <PasswordLink customer={customer} action={action} />,
    },
  ];
  return (
    <div className="border border-border bg-surface mt-4">
      <Table
        className="table-stack"
        aria-label="Customers"
        columns={columns}
        rows={customers}
        keyOf={(customer) => customer.id}
      />
    </div>
  );
}

function PasswordLink({ customer, action }: { customer: CustomerRow; action: LinkAction }) {
  const { state, pending, formProps } = useActionForm(action, {
    ...actionToasts("An error occurred"),
    onSuccess: () => toast.success("Operation successful", { title: "Success" }),
  });
  return (
    <>
      <form {...formProps} className="inline">
        <MadeFor />
        <input type="hidden" name="id" value={customer.id} />
        <Button
          type="submit"
          kind="outline"
          size="sm"
          pending={pending}
          aria-label={`Password link for ${customer.name}`}
        >
          Password link
        </Button>
      </form>
      {state?.ok && <OneTimeSecret label={`Link for ${customer.name}`} hint={LINK_HINT} text={state.data.link} />}
    </>
  );
}
