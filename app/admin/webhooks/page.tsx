import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { NewWebhookForm } from "@/components/admin/webhooks/webhook-form";
import { WebhookList } from "@/components/admin/webhooks/webhook-list";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { EmptyState } from "@/components/ui/empty-state";
import { listWebhooks } from "@/lib/webhooks/queries";
import { add } from "./actions";

export const generateMetadata = adminMetadata("webhooks:read", "Webhooks");

/** The addresses to which events are sent, and the form that adds one. */
export default async function WebhooksPage() {
  const owner = await requireStaff("/admin/webhooks", "webhooks:read");
  const webhooks = await listWebhooks(owner);
  return (
    <div className="pt-4">
      <Breadcrumbs crumbs={[{ text: "Admin Panel", href: "/admin" }, { text: "Webhooks" }]} />
      <h1 className="text-d3 mt-2">Webhooks</h1>
      <p className="text-muted mt-1 max-w-prose">
        The shop sends what happens to another program, such as your accounts, within seconds. What it sends has names
        and addresses of customers. The{" "}
        <a className="link" href="/api/docs">
          documentation
        </a>{" "}
        says what is sent, and how the program checks that it comes from this shop.
      </p>
      {webhooks.length === 0 ? <EmptyState title="No webhooks yet" /> : <WebhookList webhooks={webhooks} />}
      <h2 className="text-d4 mt-8" id="new-webhook-title">
        New webhook
      </h2>
      <NewWebhookForm action={add} />
    </div>
  );
}
