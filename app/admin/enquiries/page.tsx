import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { EnquiryCard } from "@/components/admin/messages/enquiry-card";
import { Inbox } from "@/components/admin/messages/inbox";
import { singleValues } from "@/components/admin/urls";
import { listEnquiries } from "@/lib/enquiries/admin-queries";
import { enquiriesQuery } from "@/lib/enquiries/schema";
import { markEnquiryDone } from "./actions";

export const generateMetadata = adminMetadata("messages:read", "Enquiries");

const filters = [
  ["open", "Open"],
  ["all", "All"],
] as const;

/** The messages of the contact form and the requests for custom orders. */
export default async function EnquiriesPage({ searchParams }: PageProps<"/admin/enquiries">) {
  const admin = await requireStaff("/admin/enquiries", "messages:read");
  const { show, page } = enquiriesQuery.parse(singleValues(await searchParams));
  const { items, meta } = await listEnquiries(admin, { show, page, pageSize: 20 });
  return (
    <Inbox path="/admin/enquiries" title="Enquiries" {...{ filters, show, meta }}>
      {items.map((enquiry) => (
        <EnquiryCard key={enquiry.id} enquiry={enquiry} action={markEnquiryDone} />
      ))}
    </Inbox>
  );
}
