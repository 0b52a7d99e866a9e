import type { Route } from "next";
import { ordersText } from "@/components/admin/orders/texts";
import { Permitted } from "@/components/admin/permissions";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { tick } from "@/components/admin/ui/batch-bar";
import { Panel } from "@/components/admin/ui/panel";
import { urlWithQuery } from "@/components/admin/urls";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { type Column, Table } from "@/components/ui/table";
import { packNamed } from "@/lib/catalogue/packs";
import type { KitchenGroup, KitchenWindow, SweetToMake } from "@/lib/kitchen/rules";
import { weightText } from "@/lib/stock/plan-texts";
import { type Marking, PackingOrder } from "./packing-order";

type PackingGroupProps = {
  id: string;
  title: string;
  note?: string;
  group: KitchenGroup | KitchenWindow;
  allUrl?: Route;
  marking: Marking;
};

const stateTexts = { upcoming: null, started: "has started", ended: "over" };

export function PackingGroup({ id, title, note, group, allUrl, marking }: PackingGroupProps) {
  const { done, all, make, pack } = group;
  const window = "pool" in group ? group : null;
  const unpacked = pack.filter((order) => !order.packed);
  const unlisted = all - pack.length;
  const selectUnpacked = () =>
    tick(document.getElementById(id)?.querySelectorAll<HTMLInputElement>("input[data-unpacked]") ?? []);
  return (
    <Panel
      as="section"
      id={id}
      aria-labelledby={`${id}-title`}
      className="kitchen-window scroll-mt-24 data-late:border-danger data-late:shadow-[inset_0_4px_0_var(--danger)]"
      data-late={window?.late || undefined}
      data-done={done === all || undefined}
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 lg:p-4 lg:px-5">
        <h3 id={`${id}-title`} className="text-d4 num">
          {title}
        </h3>
        {window && (
          <span className="inline-flex items-center gap-1.5 font-semibold">
            <Icon name={window.pool === "pickup" ? "store" : "truck"} />
            {window.pool === "pickup" ? "Pickup" : "Delivery"}
          </span>
        )}
        {window?.late && (
          <Badge tone="danger">
            Late: {stateTexts[window.state]}, {all - done} not packed
          </Badge>
        )}
        {done === all && <Badge tone="success">All packed</Badge>}
        <p className="num ml-auto font-semibold">
          {done} of {all} packed
        </p>
      </header>
      <div className="grid grid-cols-1 xl:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] border-t border-border">
        <div className="xl:border-r border-border" data-of="make">
          <h4
            className="text-d5 px-4 lg:px-5 py-3 min-h-17 max-xl:min-h-0 flex items-center max-lg:sr-only"
            id={`${id}-make`}
          >
            To make
          </h4>
          <Table
            className="border-t border-border"
            aria-labelledby={`${id}-make`}
            columns={columns}
            rows={make}
            keyOf={({ productId }) => productId}
            rowClassName="group data-packed:text-muted"
            rowProps={({ remaining }) => ({ "data-packed": remaining === 0 || undefined })}
          />
        </div>
        <div className="max-xl:border-t border-border max-lg:border-t-0" data-of="pack">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 lg:px-5 py-3 max-lg:py-1.5 max-lg:border-t max-lg:border-border">
            <h4 className="text-d5 max-lg:sr-only" id={`${id}-pack`}>
              To pack
            </h4>
            {unpacked.length > 0 && (
              <span className="flex flex-wrap gap-2 ml-auto">
                <Button
                  kind="outline"
                  aria-label={`Select ${unpacked.length} not packed: ${title}`}
                  onClick={selectUnpacked}
                >
                  Select {unpacked.length}
                </Button>
                <Permitted to="orders:read">
                  <AdminLink
                    kind="outline"
                    href={urlWithQuery("/admin/orders/slips", { ids: unpacked.map((order) => order.id).join() })}
                  >
                    <Icon name="printer" />
                    Slips
                  </AdminLink>
                </Permitted>
              </span>
            )}
          </div>
          {note && <p className="text-muted px-4 lg:px-5 pb-3 -mt-1">{note}</p>}
          <ul aria-labelledby={`${id}-pack`} className="divide-y divide-border border-t border-border">
            {pack.map((order) => (
              <PackingOrder key={order.id} order={order} showMethod={!window} marking={marking} />
            ))}
          </ul>
          {unlisted > 0 && (
            <p className="text-muted num p-4 lg:px-5 border-t border-border">
              {ordersText(unlisted)} more are not listed. {allUrl && <AdminLink href={allUrl}>List all</AdminLink>}
            </p>
          )}
        </div>
      </div>
    </Panel>
  );
}

/** "3 × 250 g", which stays on one line. */
const someOf = (count: number, label: string) => `${count} × ${label}`.replaceAll(" ", "\u00a0");

/** The ordered packs with their weight, "2 kg: 3 × 250 g, 2 × 500 g"; null where there is nothing to say beside the number. */
function orderedPacksText({ kilograms, packs }: SweetToMake): string | null {
  const weight = kilograms === null ? null : weightText(kilograms);
  // The plain piece of a sweet that has no other pack is the number itself.
  if (packs.every(({ label }) => packNamed(label) === null)) return weight;
  const listed = packs.map(({ label, ordered }) => someOf(ordered, label)).join(", ");
  return weight === null ? listed : `${weight}: ${listed}`;
}

/** Of several packs what remains of each; null while that is all of them, or nothing. */
function remainingText({ packed, remaining, packs }: SweetToMake): string | null {
  if (packs.length === 1 || packed === 0 || remaining === 0) return null;
  const listed = packs.flatMap((pack) => (pack.remaining > 0 ? [someOf(pack.remaining, pack.label)] : []));
  return `Remaining: ${listed.join(", ")}`;
}

const columns: Column<SweetToMake>[] = [
  {
    head: "Sweet",
    column: "lg:pl-5",
    isRowHead: true,
    className: "whitespace-normal text-base text-inherit border-border group-last:border-b-0 wrap-anywhere",
    cell: (sweet) => (
      <>
        {sweet.name}
        <span className="block font-normal num">
          <span className="block text-sm text-muted sm:hidden">{`${sweet.ordered} ordered, ${sweet.packed} packed`}</span>
          <span className="block">{orderedPacksText(sweet)}</span>
          <span className="block">{remainingText(sweet)}</span>
        </span>
      </>
    ),
  },
  { head: "Ordered", column: "r max-sm:hidden", className: "num", cell: ({ ordered }) => ordered },
  { head: "Packed", column: "r max-sm:hidden", className: "num", cell: ({ packed }) => packed },
  { head: "Remaining", column: "r", className: "num text-xl font-bold", cell: ({ remaining }) => remaining },
  { head: "In stock", column: "r lg:pr-5", className: "num text-muted", cell: ({ free }) => free },
];
