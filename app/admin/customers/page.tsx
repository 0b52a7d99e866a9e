import Link from "next/link";
import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { ActionButton } from "@/components/admin/ui/action-form";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { actionsColumn, DataList } from "@/components/admin/ui/data-list";
import { Filters } from "@/components/admin/ui/filters";
import { AdminPage } from "@/components/admin/ui/page";
import { singleValues, tabUrl, urlWithQuery } from "@/components/admin/urls";
import type { Column } from "@/components/ui/table";
import { formatShortDate } from "@/lib/dates";
import { formatRupees } from "@/lib/money";
import { type CustomerRow, listCustomers } from "@/lib/people/customer-queries";
import { customersPageQuery } from "@/lib/people/schema";
import { createPasswordLink } from "../staff/actions";

export const generateMetadata = adminMetadata("customers:read", "Customer Management");

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
  { head: "Joined", className: "num text-muted whitespace-nowrap", cell: (row) => formatShortDate(row.joinedAt) },
  {
    head: "Orders",
    column: "r",
    className: "num",
    cell: ({ id, name, orders }) =>
      orders === 0 ? (
        0
      ) : (
        <AdminLink
          href={tabUrl("orders", { customer: id })}
          aria-label={`${orders} ${orders === 1 ? "order" : "orders"} of ${name}`}
        >
          {orders}
        </AdminLink>
      ),
  },
  { head: "Spent", column: "r", className: "num font-semibold", cell: ({ spent }) => formatRupees(spent) },
  actionsColumn(({ id, name }) => (
    <ActionButton
      action={createPasswordLink}
      fields={{ id, name }}
      kind="outline"
      size="sm"
      aria-label={`Password link for ${name}`}
    >
      Password link
    </ActionButton>
  )),
];

const intro = (
  <>
    Has somebody forgotten the password? Make sure that the account is theirs, press Password link, and send the link to
    the e-mail address of the account only. You change your own under{" "}
    <Link href="/account" className="link">
      Your account
    </Link>
    ; if you forgot it, run <code>npm run create-admin</code> on the server.
  </>
);

export default async function CustomersPage({ searchParams }: PageProps<"/admin/customers">) {
  const admin = await requireStaff("/admin/customers", "customers:read");
  const query = customersPageQuery.parse(singleValues(await searchParams));
  const { items, meta } = await listCustomers(admin, { ...query, pageSize: 20 });
  return (
    <AdminPage title="Customer Management" intro={intro}>
      <Filters
        path="/admin/customers"
        search={{
          label: "Search customers",
          hiddenLabel: true,
          placeholder: "Name, e-mail or phone",
          value: query.search,
        }}
      />
      <DataList
        label="Customers"
        columns={columns}
        rows={items}
        empty="No customers found"
        meta={meta}
        noun={["customer", "customers"]}
        hrefFor={(page) => urlWithQuery("/admin/customers", { search: query.search, page })}
      />
    </AdminPage>
  );
}
