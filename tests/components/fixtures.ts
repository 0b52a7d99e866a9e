// What the tests of components show. Each is the example that the API's document has of it, with what only pages have beside, so a new
// field is in all of them. A test names what it is about.
import type { z } from "zod";
import type { CartState, PageLine } from "@/lib/cart/queries";
import { cartResponse } from "@/lib/cart/responses";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import { type EditedPack, packsInStock, toPacks } from "@/lib/catalogue/packs";
import { sweetResponse } from "@/lib/catalogue/responses";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import type { DeliveryOffers } from "@/lib/delivery/queries";
import { deliveryResponse } from "@/lib/delivery/responses";
import { kitchenResponse } from "@/lib/kitchen/responses";
import type { Kitchen, KitchenPlan, KitchenWindow, OrderToPack } from "@/lib/kitchen/rules";
import type { ShownOrder } from "@/lib/messages/order-whatsapp";
import type { ListedOrder } from "@/lib/orders/admin-queries";
import { adminOrderResponse, orderResponse } from "@/lib/orders/responses";
import type { OwnOrder } from "@/lib/orders/serializers";
import { type LedgerEntry, type OrderPayment, type PaymentOffer, summaryOf } from "@/lib/payments/rules";

/** The example of a schema. tests/api/openapi.test.ts holds it to the schema. */
function exampleOf<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> {
  const [example] = (schema.meta()?.examples ?? []) as z.infer<Schema>[];
  return structuredClone(example as z.infer<Schema>);
}
const first = <T>(items: readonly T[]): T => items[0] as T;

/** A pack in the owner's form. Price in rupees. */
export const aPack = (id: number, label: string, grams: number | null, units: number, price: number): EditedPack => ({
  ...{ id, label, grams, units, price },
  isDefault: label === "500 g",
  active: true,
});
/** A sweet as its owner sees it, of whose packs there are so many units. */
export function anAdminSweet(more: Partial<AdminSweet> = {}, units = 24, allPacks = [aPack(70, "500 g", 500, 1, 560)]) {
  const onSale = allPacks.filter(({ active }) => active).map((pack) => ({ ...pack, price: pack.price * 100 }));
  const main = allPacks.find(({ isDefault }) => isDefault) ?? first(allPacks);
  const example = exampleOf(sweetResponse);
  const sweet: AdminSweet = {
    ...{ ...example, id: 7, price: main.price, quantity: Math.floor(units / main.units) },
    ...{
      packs: toPacks(onSale, (pack) => packsInStock(pack, { stock: units })),
      details: { ...example.details, netWeightGrams: main.grams },
    },
    ...{ picture: null, held: 0, version: 4, allPacks, own: { prepHours: null, travels: null, hsn: null } },
    ...more,
  };
  return { ...sweet, isAvailable: sweet.quantity > 0 };
}
/** A sweet as shoppers see it, in one pack. */
export const aSweet = (more: Partial<SweetWithPicture> = {}): SweetWithPicture => anAdminSweet(more);

/** A line of a cart that is held for ten minutes more. */
export const aCartLine = (more: Partial<PageLine> = {}): PageLine => ({
  ...first(exampleOf(cartResponse).items),
  ...{ picture: null, imageAlt: null, isDefaultPack: true, minimumQuantity: 1, available: 10, priceBefore: null },
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
  ...more,
});
/** A cart of these lines, of a customer who is signed in. */
export const aCart = (items = [aCartLine()], more: Partial<CartState> = {}): CartState => ({
  ...{ ...exampleOf(cartResponse), items, giftWrap: false, personalMessage: "", signedIn: true },
  ...{ today: "2026-11-24", days: [], next: null, isPlanned: false },
  total: items.reduce((sum, { price, quantity, isAvailable }) => sum + (isAvailable ? price * quantity : 0), 0),
  itemsCount: items.reduce((sum, { quantity }) => sum + quantity, 0),
  madeFor: null,
  checkoutKey: "0b0c5f9e-4a5e-4a38-9a1e-2c1d8b8e9f10",
  readAt: new Date().toISOString(),
  ...more,
});
/** What the cart and the checkout show of a shop that delivers to no pincode yet and is paid on delivery. */
export const shop = { address: "12 Sweet Street, Dadar West, Mumbai 400028", bookableDays: 7 };
export const noPincode = { pincode: "", items: "", offers: null, shop };
export const codOnly: PaymentOffer = { upi: false, online: false, cod: { active: true, upTo: null } };

/** What is offered for a pincode: in Mumbai by riders, and picking up. */
export const byRiders = (more: Partial<DeliveryOffers["methods"][number]> = {}) => ({
  ...first(exampleOf(deliveryResponse).methods),
  ...more,
});
export const someOffers = (more: Partial<DeliveryOffers> = {}): DeliveryOffers => ({
  ...exampleOf(deliveryResponse),
  ...more,
});

export const aLedgerEntry = (more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...{ id: 1, method: "upi", amount: 1408, state: "claimed", utr: "632915478201", reason: null },
  at: "2026-01-26T10:00:00.000Z",
  ...more,
});
/** An order as its customer sees it. */
export function anOrder(payment: Partial<OrderPayment> = {}, ledger: LedgerEntry[] = [], more: Partial<OwnOrder> = {}) {
  const order = exampleOf(orderResponse);
  const items = order.items.map((line) => ({ ...line, path: `/products/${line.slug}` as const }));
  return {
    ...order,
    items,
    ledger,
    online: null,
    payment: summaryOf({ ...order.payment, ...payment }, ledger),
    ...more,
  } as OwnOrder;
}
/** An order as its owner sees it. */
export function anAdminOrder(more: Partial<ShownOrder> = {}): ShownOrder {
  const order = {
    ...exampleOf(adminOrderResponse),
    corrections: [],
    whatsapp: null,
    online: null,
    ...more,
  };
  return { refunds: { left: order.payment.paid, online: null, failed: 0 }, ...order };
}
/** An order in the owner's list. */
export function aListedOrder(more: Partial<ListedOrder> = {}): ListedOrder {
  const { id, createdAt, status, total, channel, day, fulfilment, payment, refunds, items, ...order } = anAdminOrder();
  return {
    ...{ id, createdAt, status, total, channel, day, fulfilment, payment, refunds },
    ...{ name: order.recipientName, phone: order.phoneNumber, address: order.deliveryAddress },
    items: items.map(({ product, quantity }) => ({ name: product.name, quantity })),
    isLate: false,
    ...more,
  };
}

/** A day of the kitchen, and what is in it. */
export const aKitchen = (more: Partial<Kitchen> = {}): Kitchen => ({
  ...exampleOf(kitchenResponse),
  plans: [],
  ...more,
});
export const aWindow = (more: Partial<KitchenWindow> = {}): KitchenWindow => ({
  ...first(aKitchen().windows),
  ...more,
});
export const aPlan = (more: Partial<KitchenPlan> = {}): KitchenPlan => ({
  ...first(exampleOf(kitchenResponse).plans),
  ...more,
});
export const anOrderToPack = (id: number, more: Partial<OrderToPack> = {}): OrderToPack => ({
  ...{ ...first(aWindow().pack), id, slip: `/admin/orders/${id}/slip` },
  ...more,
});
