import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { InviteForm, StaffList } from "@/components/admin/staff/staff-list";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { sendsMail } from "@/lib/messages/admin-queries";
import { listStaff } from "@/lib/people/staff-queries";
import { invite, link, resetFactor, update } from "./actions";

export const generateMetadata = adminMetadata("staff:read", "Staff");

/** Who works for the shop, and the form that invites somebody. */
export default async function StaffPage() {
  const owner = await requireStaff("/admin/staff", "staff:read");
  return (
    <div className="pt-4">
      <Breadcrumbs crumbs={[{ text: "Admin Panel", href: "/admin" }, { text: "Staff" }]} />
      <h1 className="text-d3 mt-2">Staff</h1>
      <p className="text-muted mt-1 max-w-prose">
        Everybody has an account of their own, and sees what the work needs. Whoever is switched off, or does something
        else from now on, is signed out everywhere at once.
      </p>
      <StaffList staff={await listStaff(owner)} ownId={owner.id} actions={{ invite, update, link, resetFactor }} />
      <h2 className="text-d4 mt-8" id="invite-title">
        Invite somebody
      </h2>
      <InviteForm action={invite} mails={sendsMail()} />
    </div>
  );
}
