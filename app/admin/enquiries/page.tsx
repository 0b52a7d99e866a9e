import type { Route } from "next";
import { adminMetadata, requireAdmin } from "@/app/admin/guard";
import { FilterLinks } from "@/components/admin/filter-links";
import { EnquiryCard } from "@/components/admin/messages/enquiry-card";
import { singleValues, urlWithQuery } from "@/components/admin/urls";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import { listEnquiries } from "@/lib/enquiries/admin-queries";
import { enquiriesQuery } from "@/lib/enquiries/schema";
import { markEnquiryDone } from "./actions";

export const generateMetadata = adminMetadata("Enquiries");

const filters = [
  ["open", "Open"],
  ["all", "All"],
] as const;

/** The messages of the contact form and the requests for custom orders. */
export default async function EnquiriesPage({ searchParams }: PageProps<"/admin/enquiries">) {
  const admin = await requireAdmin("/admin/enquiries");
  const { show, page } = enquiriesQuery.parse(singleValues(await searchParams));
  const { items, meta } = await listEnquiries(admin, { show, page, pageSize: 20 });
  const hrefFor = (to: number, filter: "open" | "all" = show) =>
    urlWithQuery("/admin/enquiries", { show: filter === "open" ? undefined : filter, page: to }) as Route;
  return (
    <div className="pt-4">
      <Breadcrumbs crumbs={[{ text: "Admin Panel", href: "/admin" }, { text: "Enquiries" }]} />
      <h1 className="text-d3 mt-2">Enquiries</h1>
      <FilterLinks filters={filters} current={show} hrefFor={(filter) => hrefFor(1, filter)} />
      {items.length === 0 ? (
        <EmptyState title="No enquiries found" />
      ) : (
        <ul className="border border-border bg-surface divide-y divide-border mt-4">
          {items.map((enquiry) => (
            <EnquiryCard key={enquiry.id} enquiry={enquiry} action={markEnquiryDone} />
          ))}
        </ul>
      )}
      <Pagination page={meta.page} totalPages={meta.totalPages} hrefFor={hrefFor} className="py-6" />
    </div>
  );
}
