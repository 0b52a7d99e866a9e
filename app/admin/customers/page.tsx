import Link from "next/link";
import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { CustomerSearch, Customers } from "@/components/admin/customers/customer-list";
import { singleValues, urlWithQuery } from "@/components/admin/urls";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import { listCustomers } from "@/lib/people/customer-queries";
import { customersPageQuery } from "@/lib/people/schema";
import { createPasswordLink } from "./actions";

export const generateMetadata = adminMetadata("customers:read", "Customer Management");

/** The customers with their orders, and password links for those who forgot theirs. */
export default async function CustomersPage({ searchParams }: PageProps<"/admin/customers">) {
  const admin = await requireStaff("/admin/customers", "customers:read");
  const query = customersPageQuery.parse(singleValues(await searchParams));
  const { items, meta } = await listCustomers(admin, { ...query, pageSize: 20 });
  return (
    <div className="pt-4">
      <Breadcrumbs crumbs={[{ text: "Admin Panel", href: "/admin" }, { text: "Customer Management" }]} />
      <h1 className="text-d3 mt-2">Customer Management</h1>
      <p className="text-muted mt-1 max-w-prose">
        Has somebody forgotten the password? Make sure that the account is theirs, press Password link, and send the
        link to the e-mail address of the account only. You change your own under{" "}
        <Link href="/account" className="link">
          Your account
        </Link>
        ; if you forgot it, run <code>npm run create-admin</code> on the server.
      </p>
      <CustomerSearch search={query.search} />
      {items.length === 0 ? (
        <EmptyState title="No customers found" />
      ) : (
        <Customers customers={items} action={createPasswordLink} />
      )}
      <p className="text-muted mt-3 num" role="status">
        {meta.total} {meta.total === 1 ? "customer" : "customers"}
      </p>
      <Pagination
        {...meta}
        hrefFor={(page) => urlWithQuery("/admin/customers", { search: query.search, page })}
        className="py-6"
      />
    </div>
  );
}
