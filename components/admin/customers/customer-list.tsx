"use client";

import type { Route } from "next";
import Link from "next/link";
import { actionToasts } from "@/components/admin/action-toasts";
import { tabUrl } from "@/components/admin/urls";
import { useActionForm } from "@/components/forms/use-action-form";
import { SubmitButton } from "@/components/ui/submit-button";
import { toast } from "@/components/ui/toast";
import type { CustomerRow } from "@/lib/accounts/customer-queries";
import { formatShortDate } from "@/lib/dates";
import type { FormAction } from "@/lib/http/action-state";
import { formatRupees } from "@/lib/money";
import { CopyField } from "./copy-field";

type LinkAction = FormAction<{ link: string }>;

/** The customers, each with a button that creates a link for setting a new password. */
export function Customers({ customers, action }: { customers: CustomerRow[]; action: LinkAction }) {
  return (
    <div className="border border-border bg-surface mt-4">
      <table className="table table-stack" aria-label="Customers">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Email</th>
            <th scope="col">Joined</th>
            <th scope="col" className="r">
              Orders
            </th>
            <th scope="col" className="r">
              Spent
            </th>
            <th scope="col" className="r">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {customers.map((customer) => (
            <tr key={customer.id}>
              <td className="font-semibold break-words" data-label="Name">
                {customer.name}
              </td>
              <td className="break-all" data-label="Email">
                <a className="hover:underline tap" href={`mailto:${customer.email}`}>
                  {customer.email}
                </a>
              </td>
              <td className="num text-muted whitespace-nowrap" data-label="Joined">
                {formatShortDate(customer.joinedAt)}
              </td>
              <td className="r num" data-label="Orders">
                {customer.orders === 0 ? (
                  0
                ) : (
                  <Link
                    className="link tap"
                    href={tabUrl("orders", { customer: customer.id }) as Route}
                    prefetch={false}
                    aria-label={`${customer.orders} ${customer.orders === 1 ? "order" : "orders"} of ${customer.name}`}
                  >
                    {customer.orders}
                  </Link>
                )}
              </td>
              <td className="r num font-semibold" data-label="Spent">
                {formatRupees(customer.spent)}
              </td>
              <td className="r">
                <PasswordLink customer={customer} action={action} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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
        <input type="hidden" name="id" value={customer.id} />
        <SubmitButton kind="outline" size="sm" pending={pending} aria-label={`Password link for ${customer.name}`}>
          Password link
        </SubmitButton>
      </form>
      {state?.ok && (
        <CopyField
          label={`Link for ${customer.name}`}
          text={state.data.link}
          hint="Works once, within one hour. Copy it now: it is not shown again."
        />
      )}
    </>
  );
}
