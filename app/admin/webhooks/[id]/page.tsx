import Link from "next/link";
import { findWebhookOrNotFound } from "@/app/admin/find-or-not-found";
import { adminMetadataFor, requireStaff } from "@/app/admin/guard";
import { ButtonForm } from "@/components/admin/button-form";
import { ConfirmForm } from "@/components/admin/confirm-form";
import { singleValues, urlWithQuery } from "@/components/admin/urls";
import { DeliveryList } from "@/components/admin/webhooks/delivery-list";
import { EditWebhookForm, NewSecretForm } from "@/components/admin/webhooks/webhook-form";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import type { May } from "@/lib/auth/actor";
import { readClamped } from "@/lib/pagination";
import { pageQuery } from "@/lib/text";
import { listDeliveries } from "@/lib/webhooks/queries";
import { remove, renew, save, sendAgain, sendTest } from "../actions";

const titleOf = async (owner: May<"webhooks:read">, { id }: { id: string }) =>
  new URL((await findWebhookOrNotFound(owner, id)).url).host;
export const generateMetadata = adminMetadataFor(["webhooks:read"], titleOf);

/** A webhook: its events, its secret and its deliveries. With `delete` it asks before it is deleted. */
export default async function WebhookPage({ params, searchParams }: PageProps<"/admin/webhooks/[id]">) {
  const { id: text } = await params;
  const owner = await requireStaff(`/admin/webhooks/${text}`, "webhooks:read");
  const webhook = await findWebhookOrNotFound(owner, text);
  const { id, url, active } = webhook;
  const path = `/admin/webhooks/${id}` as const;
  const { host } = new URL(url);
  const search = singleValues(await searchParams);
  const crumbs = [
    { text: "Admin Panel", href: "/admin" },
    { text: "Webhooks", href: "/admin/webhooks" },
    { text: host },
  ];
  if (search.delete)
    return (
      <div className="pt-4">
        <Breadcrumbs crumbs={crumbs} />
        <ConfirmForm
          title="Delete this webhook?"
          action={remove}
          fields={{ id }}
          button="Delete"
          failed="Failed to delete the webhook"
          back={{ href: path, text: "Back" }}
        >
          Nothing is sent to {host} any more, not even what waits to be sent. Its secret is lost.
        </ConfirmForm>
      </div>
    );
  const { items, meta } = await readClamped(pageQuery.parse(search).page, (page) => listDeliveries(owner, id, page));
  return (
    <div className="pt-4">
      <Breadcrumbs crumbs={crumbs} />
      <h1 className="text-d3 mt-2 wrap-anywhere">{host}</h1>
      <EditWebhookForm webhook={webhook} action={save} />
      <h2 className="text-d4 mt-8">Secret</h2>
      <NewSecretForm id={id} action={renew} />
      <h2 className="text-d4 mt-8" id="deliveries-title">
        Deliveries
      </h2>
      <p className="text-muted mt-1 max-w-prose">
        The last 30 days. What does not arrive is sent again for three days; when nothing has arrived for so long, the
        webhook is switched off and you get a message.
      </p>
      <div className="flex flex-wrap gap-3 mt-3">
        {active && (
          <ButtonForm action={sendTest} fields={{ id }} kind="outline" failed="Failed to send a test">
            Send a test
          </ButtonForm>
        )}
        <Link className="btn btn-ghost" href={path} prefetch={false}>
          Refresh
        </Link>
      </div>
      {items.length === 0 ? (
        <EmptyState title="Nothing yet" />
      ) : (
        <DeliveryList id={id} deliveries={items} active={active} again={sendAgain} />
      )}
      <Pagination {...meta} hrefFor={(page) => urlWithQuery(path, { page })} className="py-6" />
      <p className="mt-8 pb-6">
        <Link className="btn btn-outline" href={`${path}?delete=1`} prefetch={false}>
          Delete the webhook
        </Link>
      </p>
    </div>
  );
}
