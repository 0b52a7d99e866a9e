import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { type Column, Table } from "@/components/ui/table";
import { formatShortDate } from "@/lib/dates";
import type { Webhook } from "@/lib/webhooks/responses";

const columns: Column<Webhook>[] = [
  {
    head: "Address",
    className: "wrap-anywhere",
    cell: ({ id, url }) => (
      <Link
        className="link font-semibold inline-flex items-center min-h-11"
        href={`/admin/webhooks/${id}`}
        prefetch={false}
      >
        {url}
      </Link>
    ),
  },
  { head: "Events", cell: ({ events }) => events.join(", ") },
  {
    head: "State",
    cell: ({ active }) => <Badge tone={active ? "success" : "danger"}>{active ? "On" : "Switched off"}</Badge>,
  },
  { head: "Since", className: "num text-muted", cell: ({ createdAt }) => formatShortDate(createdAt) },
];

/** All webhooks; each leads to its own page. */
export function WebhookList({ webhooks }: { webhooks: Webhook[] }) {
  return (
    <div className="border border-border bg-surface mt-4">
      <Table className="table-stack" aria-label="Webhooks" columns={columns} rows={webhooks} keyOf={({ id }) => id} />
    </div>
  );
}
