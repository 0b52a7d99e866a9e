import { ButtonForm } from "@/components/admin/button-form";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { type Column, Table } from "@/components/ui/table";
import type { DeliveryState } from "@/db/constants/webhooks";
import { formatShortDateTime } from "@/lib/dates";
import type { MessageAction } from "@/lib/http/action-state";
import type { Delivery } from "@/lib/webhooks/queries";

const looks: Record<DeliveryState, [text: string, tone: BadgeTone]> = {
  pending: ["Waiting", "warning"],
  delivered: ["Delivered", "success"],
  failed: ["Failed", "danger"],
};

type DeliveryListProps = { id: number; deliveries: Delivery[]; active: boolean; again: MessageAction };

/** The deliveries of a webhook, the newest first, each with its outcome. */
export function DeliveryList({ id, deliveries, active, again }: DeliveryListProps) {
  const columns: Column<Delivery>[] = [
    {
      head: "Event",
      className: "wrap-anywhere",
      cell: ({ type, at }) => (
        <div>
          <span className="font-semibold block">{type}</span>
          <span className="text-muted num block">{formatShortDateTime(at)}</span>
        </div>
      ),
    },
    {
      head: "State",
      cell: ({ state }) => <Badge tone={looks[state][1]}>{looks[state][0]}</Badge>,
    },
    { head: "Attempts", className: "num", cell: ({ attempts }) => attempts },
    {
      head: "Answer",
      className: "wrap-anywhere",
      cell: ({ status, error }) => error ?? status ?? "None yet",
    },
    {
      head: "Next attempt",
      className: "num text-muted",
      cell: ({ nextAt }) => (nextAt && active ? formatShortDateTime(nextAt) : "None"),
    },
    {
      head: "Actions",
      isUnlabelled: true,
      column: "r",
      cell: ({ id: deliveryId, type }) =>
        active && (
          <ButtonForm
            action={again}
            fields={{ id, deliveryId }}
            kind="outline"
            size="sm"
            failed="Failed to send it again"
            aria-label={`Send ${type} again`}
          >
            Send again
          </ButtonForm>
        ),
    },
  ];
  return (
    <div className="border border-border bg-surface mt-4">
      <Table
        className="table-stack"
        aria-labelledby="deliveries-title"
        columns={columns}
        rows={deliveries}
        keyOf={(delivery) => delivery.id}
      />
    </div>
  );
}
