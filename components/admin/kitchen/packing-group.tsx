import type { Route } from "next";
import Link from "next/link";
import { ordersText, tick } from "@/components/admin/orders/batch";
import { May } from "@/components/admin/permissions";
import { urlWithQuery } from "@/components/admin/urls";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { KitchenWindow, KitchenGroup as Orders } from "@/lib/kitchen/rules";
import { OrderToPack } from "./order-to-pack";
import type { PackedAction } from "./packed-batch";
import { SweetsToMake } from "./sweets-to-make";

type KitchenGroupProps = {
  id: string;
  title: string;
  note?: string;
  group: Orders;
  /** Null for orders that have no window. */
  window?: KitchenWindow;
  /** Where every order is listed, if that is possible. */
  allUrl?: Route;
  action: PackedAction;
};

const stateTexts = { upcoming: null, started: "has started", ended: "over" };

/** A window, or the orders without one: what to make beside what to pack. */
export function KitchenGroup({ id, title, note, group, window, allUrl, action }: KitchenGroupProps) {
  const { done, all, make, pack } = group;
  const unpacked = pack.filter((order) => !order.packed);
  const unlisted = all - pack.length;
  const selectUnpacked = () =>
    tick(document.getElementById(id)?.querySelectorAll<HTMLInputElement>("input[data-unpacked]") ?? []);
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="kitchen-window" data-late={window?.late || undefined}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 lg:px-5">
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
      <div className="grid grid-cols-1 xl:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] print:grid-cols-1 border-t border-border">
        <div className="xl:border-r border-border">
          <SweetsToMake sweets={make} id={id} />
        </div>
        <div className="max-xl:border-t border-border">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 lg:px-5 py-3">
            <h4 className="text-d5" id={`${id}-pack`}>
              To pack
            </h4>
            {unpacked.length > 0 && (
              <span className="flex flex-wrap gap-2 ml-auto print:hidden">
                <Button
                  kind="outline"
                  data-for="visitor customer admin"
                  aria-label={`Select ${unpacked.length} not packed: ${title}`}
                  onClick={selectUnpacked}
                >
                  Select {unpacked.length}
                </Button>
                <May to="orders:read">
                  <Link
                    className="btn btn-outline"
                    href={urlWithQuery("/admin/orders/slips", { ids: unpacked.map((order) => order.id).join() })}
                    prefetch={false}
                  >
                    <Icon name="printer" />
                    Slips
                  </Link>
                </May>
              </span>
            )}
          </div>
          {note && <p className="text-muted px-4 lg:px-5 pb-3 -mt-1">{note}</p>}
          <ul aria-labelledby={`${id}-pack`} className="divide-y divide-border border-t border-border">
            {pack.map((order) => (
              <OrderToPack key={order.id} order={order} showMethod={!window} action={action} />
            ))}
          </ul>
          {unlisted > 0 && (
            <p className="text-muted num p-4 lg:px-5 border-t border-border">
              {ordersText(unlisted)} more are not listed.{" "}
              {allUrl && (
                <Link className="link tap print:hidden" href={allUrl} prefetch={false}>
                  List all
                </Link>
              )}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
