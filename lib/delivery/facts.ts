import { formatRupees } from "@/lib/money";
import type { Area, SettingValues } from "@/lib/settings/schema";
import { areaOf } from "./rules";

/* What pages say in general about delivery, made from the settings. */

/** The fees of areas, in steps of ₹50 where they differ: "₹50-150". */
function feesOf(areas: readonly Area[]): string {
  const fees = areas.map(({ fee }) => fee);
  const [lowest, highest] = [Math.min(...fees), Math.max(...fees)];
  if (lowest === highest) return lowest === 0 ? "free" : formatRupees(lowest);
  const [from, to] = [Math.floor(lowest / 50) * 50, Math.ceil(highest / 50) * 50];
  return from === 0 ? `up to ${formatRupees(to)}` : `${formatRupees(from)}-${to.toLocaleString("en-IN")}`;
}

/** How long our own riders take: what the area says, else from its lead time up to twice that. */
function ridersTake({ estimate, leadMinutes }: Area): string {
  if (estimate) return estimate;
  const hours = Math.max(1, Math.ceil(leadMinutes / 60));
  return `${hours}-${hours * 2} hours`;
}

/** "1-3 business days" */
const businessDays = (estimate: string) => estimate.replace(/(?<!business )\b(days?)$/, "business $1");

/**
 * What pages say in general about delivery. `home` is the area around the shop, where our own riders bring the box; `others` are the other
 * areas. Null where there is none. Exact figures for a pincode come from lib/delivery/queries.ts.
 */
export function deliveryFacts({ areas, shop }: Pick<SettingValues, "areas" | "shop">) {
  const active = areas.filter((area) => area.active);
  const around = areaOf(areas, shop.address.postalCode);
  const home = around?.kind === "local" ? around : active.find(({ kind }) => kind === "local");
  const others = active.filter((area) => area !== home);
  const courier = others.find(({ kind }) => kind === "courier");
  const slowest = courier ?? others.at(-1);
  return {
    /** Whether any pincode of India is served. */
    everywhere: active.some(({ pincodes }) => pincodes.includes("*")),
    home: home
      ? {
          name: home.name,
          time: ridersTake(home),
          fee: home.fee === 0 ? "free" : formatRupees(home.fee),
          /** The value of sweets from which there is no fee. */
          freeFrom: home.freeFrom === null ? null : formatRupees(home.freeFrom),
        }
      : null,
    others: slowest
      ? {
          fees: feesOf(others),
          /** As the courier says it: "1-3 days". */
          estimate: slowest.estimate,
          time: slowest.kind === "local" ? ridersTake(slowest) : businessDays(slowest.estimate ?? "some days"),
          isCourier: slowest.kind === "courier",
        }
      : null,
  };
}

export type DeliveryFacts = ReturnType<typeof deliveryFacts>;
