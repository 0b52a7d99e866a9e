import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { ActionForm } from "@/components/admin/ui/action-form";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { DataList, timeColumn } from "@/components/admin/ui/data-list";
import { AdminPage, Section } from "@/components/admin/ui/page";
import { Badge } from "@/components/ui/badge";
import type { Column } from "@/components/ui/table";
import { formatShortDate } from "@/lib/dates";
import { listWebhooks } from "@/lib/webhooks/queries";
import type { Webhook } from "@/lib/webhooks/responses";
import { add } from "./actions";
import { WebhookFields } from "./webhook-fields";

export const generateMetadata = adminMetadata("webhooks:read", "Webhooks");

const intro = (
  <>
    The shop sends what happens to another program, such as your accounts, within seconds. What it sends has names and
    addresses of customers. The{" "}
    <a className="link" href="/api/docs">
      documentation
    </a>{" "}
    says what is sent, and how the program checks that it comes from this shop.
  </>
);

const columns: Column<Webhook>[] = [
  {
    head: "Address",
    className: "wrap-anywhere",
    cell: ({ id, url }) => (
      <AdminLink className="min-h-11" href={`/admin/webhooks/${id}`}>
        {url}
      </AdminLink>
    ),
  },
  { head: "Events", cell: ({ events }) => events.join(", ") },
  {
    head: "State",
    cell: ({ active }) => <Badge tone={active ? "success" : "danger"}>{active ? "On" : "Switched off"}</Badge>,
  },
  timeColumn("Since", ({ createdAt }) => formatShortDate(createdAt)),
];

export default async function WebhooksPage() {
  const owner = await requireStaff("/admin/webhooks", "webhooks:read");
  return (
    <AdminPage title="Webhooks" intro={intro}>
      <DataList label="Webhooks" columns={columns} rows={await listWebhooks(owner)} empty="No webhooks yet" />
      <Section title="New webhook" id="new-webhook-title">
        <ActionForm
          action={add}
          failed="Failed to add the webhook"
          values={{ url: "", events: "" }}
          labelledBy="new-webhook-title"
          button="Add the webhook"
        >
          <WebhookFields events={[]} />
        </ActionForm>
      </Section>
    </AdminPage>
  );
}
