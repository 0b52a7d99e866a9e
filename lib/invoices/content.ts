import type { z } from "zod";
import type { Company } from "@/db/constants/orders";
import type { orders } from "@/db/schema";
import { indiaDay } from "@/lib/dates";
import { samplesOf } from "@/lib/settings/samples";
import type { SettingValues } from "@/lib/settings/schema";
import { stateName } from "@/lib/settings/states";
import type { invoiceResponse } from "./responses";
import { placeOfSupply, shopState } from "./rules";

/** What a document says beside its number, buyer and lines, as it was when it was issued. */
export type Content = Pick<z.infer<typeof invoiceResponse>, "seller" | "order" | "placeOfSupply" | "interState"> & {
  /** Absent when the invoice is for the customer. */
  company?: Company;
  /** The change of the order's status with which it was issued: what was cancelled later is invoiced anew. */
  statusChange: number;
};

const stateOf = (code: string | null) => (code === null ? null : { code, name: stateName(code) });

type Facts = Pick<SettingValues, "shop" | "tax">;
type Order = Pick<typeof orders.$inferSelect, "id" | "createdAt" | "channel" | "method" | "pincode" | "day"> & {
  company: Company | null;
  statusChange: number;
};

/** The content of an invoice that is issued now. */
export function contentOf(order: Order, { shop, tax }: Facts): Content {
  const { street, city, region, postalCode } = shop.address;
  const own = shopState(tax.gstin, postalCode);
  const place = placeOfSupply(order, own);
  const samples = samplesOf(shop);
  return {
    seller: {
      legalName: shop.legalName,
      address: `${street}, ${city}, ${region} ${postalCode}`,
      state: stateOf(own),
      gstin: tax.gstin,
      fssai: shop.fssai,
      phone: shop.phones.shop,
      email: shop.emails.hello,
      ...(samples.includes("fssai") && { sampleFssai: true }),
      ...(samples.includes("phones.shop") && { samplePhone: true }),
    },
    order: {
      id: order.id,
      date: indiaDay(order.createdAt),
      channel: order.channel,
      method: order.method,
      ...(order.day !== null && { day: order.day }),
    },
    placeOfSupply: stateOf(place),
    interState: place !== own,
    ...(order.company && { company: order.company }),
    statusChange: order.statusChange,
  };
}
