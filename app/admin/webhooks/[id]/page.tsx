import { findWebhookOrNotFound } from "@/app/admin/find-or-not-found";
import { adminMetadataFor, requireStaff } from "@/app/admin/guard";
import { ActionButton, ActionForm } from "@/components/admin/ui/action-form";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { ConfirmButton } from "@/components/admin/ui/confirm-button";
import { actionsColumn, DataList, TwoLines, timeColumn } from "@/components/admin/ui/data-list";
import { AdminPage, Section } from "@/components/admin/ui/page";
import { singleValues, urlWithQuery } from "@/components/admin/urls";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Check } from "@/components/ui/field";
import type { Column } from "@/components/ui/table";
import type { DeliveryState } from "@/db/constants/webhooks";
import type { May } from "@/lib/auth/actor";
import { formatShortDateTime } from "@/lib/dates";
import { readClamped } from "@/lib/pagination";
import { pageQuery } from "@/lib/text";
import { type Delivery, listDeliveries } from "@/lib/webhooks/queries";
import { remove, renew, save, sendAgain, sendTest } from "../actions";
import { WebhookFields } from "../webhook-fields";

const titleOf = async (owner: May<"webhooks:read">, { id }: { id: string }) =>
  new URL((await findWebhookOrNotFound(owner, id)).url).host;
export const generateMetadata = adminMetadataFor(["webhooks:read"], titleOf);

const looks: Record<DeliveryState, [text: string, tone: BadgeTone]> = {
  pending: ["Waiting", "warning"],
  delivered: ["Delivered", "success"],
  failed: ["Failed", "danger"],
};

const columns = ({ id, active }: { id: number; active: boolean }): Column<Delivery>[] => [
  {
    head: "Event",
    className: "wrap-anywhere",
    cell: ({ type, at }) => <TwoLines title={type} about={formatShortDateTime(at)} />,
  },
  { head: "State", cell: ({ state }) => <Badge tone={looks[state][1]}>{looks[state][0]}</Badge> },
  { head: "Attempts", className: "num", cell: ({ attempts }) => attempts },
  { head: "Answer", className: "wrap-anywhere", cell: ({ status, error }) => error ?? status ?? "None yet" },
  timeColumn("Next attempt", ({ nextAt }) => (nextAt && active ? formatShortDateTime(nextAt) : "None")),
  actionsColumn(
    ({ id: deliveryId, type }) =>
      active && (
        <ActionButton
          action={sendAgain}
          fields={{ id, deliveryId }}
          failed="Failed to send it again"
          kind="outline"
          size="sm"
          aria-label={`Send ${type} again`}
        >
          Send again
        </ActionButton>
      ),
  ),
];

export default async function WebhookPage({ params, searchParams }: PageProps<"/admin/webhooks/[id]">) {
  const { id: text } = await params;
  const owner = await requireStaff(`/admin/webhooks/${text}`, "webhooks:read");
  const webhook = await findWebhookOrNotFound(owner, text);
  const { id, url, events, active } = webhook;
  const path = `/admin/webhooks/${id}` as const;
  const { host } = new URL(url);
  const { page } = pageQuery.parse(singleValues(await searchParams));
  const { items, meta } = await readClamped(page, (page) => listDeliveries(owner, id, page));
  return (
    <AdminPage
      title={host}
      parents={[
        { text: "Admin Panel", href: "/admin" },
        { text: "Webhooks", href: "/admin/webhooks" },
      ]}
    >
      <ActionForm
        action={save}
        failed="Failed to save the webhook"
        fields={{ id }}
        values={{ url, events: "" }}
        button="Save"
      >
        <WebhookFields events={events} />
        <Check name="active" value="on" defaultChecked={active}>
          Switched on
        </Check>
      </ActionForm>
      <Section
        title="Secret"
        intro="The program checks with it that what it gets comes from this shop. For 24 hours after a new one is made, the one before it is accepted too."
      >
        <div>
          <ActionButton action={renew} fields={{ id }} failed="Failed to make a new secret" kind="outline">
            Make a new secret
          </ActionButton>
        </div>
      </Section>
      <Section
        title="Deliveries"
        intro="The last 30 days. What does not arrive is sent again for three days; when nothing has arrived for so long, the webhook is switched off and you get a message."
      >
        <div className="flex flex-wrap gap-3">
          {active && (
            <ActionButton action={sendTest} fields={{ id }} failed="Failed to send a test" kind="outline">
              Send a test
            </ActionButton>
          )}
          <AdminLink kind="ghost" href={path}>
            Refresh
          </AdminLink>
        </div>
        <DataList
          label="Deliveries"
          columns={columns(webhook)}
          rows={items}
          empty="Nothing yet"
          meta={meta}
          hrefFor={(page) => urlWithQuery(path, { page })}
        />
      </Section>
      <div className="mt-4">
        <ConfirmButton
          action={remove}
          fields={{ id }}
          failed="Failed to delete the webhook"
          title="Delete this webhook?"
          description={`Nothing is sent to ${host} any more, not even what waits to be sent. Its secret is lost.`}
          confirm="Delete"
          button={{ children: "Delete the webhook" }}
        />
      </div>
    </AdminPage>
  );
}
