import { z } from "zod";
import { deliveryMethods } from "@/db/constants/delivery";
import { type OrderStatus, statuses } from "@/db/constants/orders";
import { paymentFilters } from "@/db/constants/payments";
import { MAX_NAME, MAX_SEARCH } from "@/db/constants/text";
import { personalMessage } from "@/lib/cart/schema";
import { packId } from "@/lib/catalogue/pack-schema";
import { packCountForm, packCountInput } from "@/lib/catalogue/schema";
import { fulfilmentInput, pincode, slotInput, typedSlot, windowStart } from "@/lib/delivery/schema";
import { webUrl } from "@/lib/links";
import { checkoutMethods, counterMethods } from "@/lib/payments/constants";
import { cancelRefundFields, receivedField, withRefund } from "@/lib/payments/schema";
import {
  asTyped,
  boundedText,
  clearableText,
  day,
  digitText,
  email,
  formId,
  id,
  jsonText,
  optionalText,
  pageNumber,
  pathId,
  phoneText,
  queryInt,
  queryPage,
  storableText,
} from "@/lib/text";
import { companyInput, companyOf } from "./company-schema";
import { DELIVERY_MISSING, deliveryTexts, forOptionalTexts, MAX_NOTE, MAX_TRACKING_URL, NO_ORDERS } from "./constants";

/** A status, whatever its case. */
const statusWord = z
  .string("Unknown status")
  .transform((word, ctx) => {
    const status = statuses.find((known) => known.toLowerCase() === word.toLowerCase());
    if (status) return status;
    ctx.addIssue({ code: "custom", message: "Unknown status" });
    return z.NEVER;
  })
  .meta({ enum: [...statuses] });

export const deliveryInput = z.object(
  {
    recipientName: boundedText(1, deliveryTexts.recipientName.max, DELIVERY_MISSING),
    deliveryAddress: boundedText(1, deliveryTexts.deliveryAddress.max, DELIVERY_MISSING),
    phoneNumber: phoneText(1, DELIVERY_MISSING),
    ...forOptionalTexts((name) => optionalText(deliveryTexts[name].max)),
  },
  DELIVERY_MISSING,
);

const item = z.object({
  productId: id,
  packId,
  quantity: z.int().min(1).max(1_00_000),
  /** The price of one pack that the buyer was shown, in rupees: a lower one than today's is a 409, for a higher one today's is charged. */
  price: z.number().min(0).max(10_00_000).optional(),
});

/** `POST /orders`. Whoever sends the documented fields of the delivery alone gets a delivery that is to be arranged. */
export const orderInput = z.object({
  items: z.array(item).min(1, "The order has no items").max(100, "An order has at most 100 lines"),
  delivery: deliveryInput.extend(fulfilmentInput),
  giftWrap: z.boolean().default(false),
  personalMessage: personalMessage.default(""),
  company: companyInput,
  payment: z
    .enum(checkoutMethods)
    .default("cod")
    .meta({ description: "On delivery, or by UPI in advance, which needs a UPI ID in the shop's settings" }),
});
export type OrderInput = z.infer<typeof orderInput>;

/** Orders that `GET /orders` answers at most. */
export const MAX_ORDERS = 100;

/** `GET /orders`: the newest orders, or those before an order; or a page of 100. */
export const ownOrdersQuery = z
  .object({
    limit: queryInt(1, MAX_ORDERS)
      .optional()
      .meta({ description: `Orders at most; ${MAX_ORDERS} when absent` }),
    page: queryPage.optional().meta({
      description: `The orders behind the first pages of ${MAX_ORDERS}. New orders move it, and what is over about 1 MB is cut off: follow Link instead`,
    }),
    before: queryInt(1, 2_147_483_647).optional().meta({ description: "Only orders older than the one of this id" }),
  })
  .refine(({ page, before, limit }) => page === undefined || (before ?? limit) === undefined, {
    path: ["page"],
    message: "cannot be combined with before or limit",
  });
export type OwnOrdersQuery = z.infer<typeof ownOrdersQuery>;

const typed = <S extends z.ZodType>(schema: S) => z.preprocess(asTyped, schema);

const blankAsAbsent = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

/** The delivery part of the checkout form, which is checked in the browser too. */
export const deliveryForm = z.object({
  recipientName: typed(deliveryInput.shape.recipientName),
  deliveryAddress: typed(deliveryInput.shape.deliveryAddress),
  phoneNumber: typed(deliveryInput.shape.phoneNumber),
  ...forOptionalTexts((name) => typed(deliveryInput.shape[name])),
  /** Of somebody without an account: where the mails about the order go. */
  email: blankAsAbsent(email),
});

/** How and when, as the checkout form sends it: texts that may be blank, and the window as "2026-11-23 10:00". */
export const fulfilmentForm = z.object({
  pincode: blankAsAbsent(pincode),
  method: blankAsAbsent(z.enum(deliveryMethods)),
  slot: blankAsAbsent(typedSlot),
  day: blankAsAbsent(day),
});

/** The schema of a form with a company's fields, which count while the box is ticked. */
export const withCompany = <Shape extends z.ZodRawShape>(form: z.ZodObject<Shape>) =>
  z.preprocess(
    (fields) => Object.assign({}, fields, { company: companyOf(fields as Record<string, string>) }),
    form.extend({ company: companyInput }),
  );

/** The checkout form: delivery, and the lines that the shopper was shown. `key` is the cart's checkout key. */
const checkoutFields = deliveryForm.extend({
  ...fulfilmentForm.shape,
  /** The delivery fee in rupees that the shopper was shown: a higher one is refused first. */
  fee: digitText()
    .regex(/^\d{1,7}(\.\d{1,2})?$/)
    .transform(Number)
    .optional(),
  key: z.uuid(),
  items: jsonText("The order is not valid").pipe(orderInput.shape.items),
  giftWrap: z
    .string()
    .optional()
    .transform((shown) => shown === "on"),
  personalMessage: typed(personalMessage.default("")),
  payment: orderInput.shape.payment,
});
export const checkoutForm = withCompany(checkoutFields);
export type CheckoutInput = z.infer<typeof checkoutForm>;

/** Which of the own orders. */
export const orderForm = z.object({ orderId: formId }).transform(({ orderId }) => ({ id: orderId }));

/** One of the orders of a browser, or all of them. */
export const browserOrdersForm = z.object({ orderId: formId.optional() });

const onlyShipped = ({ status, tracking }: { status: OrderStatus; tracking?: unknown }) =>
  tracking === undefined || status === "Shipped";
const NOT_SHIPPED = { path: ["tracking"], message: "Only what is shipped has a courier" };

const trackingInput = z
  .object({
    carrier: clearableText(MAX_NAME),
    number: clearableText(MAX_NAME),
    url: clearableText(MAX_TRACKING_URL).refine(
      (url) => url === null || (url.startsWith("https://") && webUrl(url) !== null),
      {
        message: "Please enter an address that begins with https://",
      },
    ),
  })
  .partial();

/** `PUT /admin/orders/{id}/status`. */
export const statusInput = z
  .object({
    status: statusWord,
    tracking: trackingInput
      .nullish()
      .meta({ description: "With Shipped: the courier. What is absent stays, null takes it away" }),
  })
  .refine(onlyShipped, NOT_SHIPPED);
export type TrackingChange = z.infer<typeof trackingInput> | null;

const packsOfOrder = z
  .array(item.omit({ price: true }))
  .min(1, "An order without sweets is a cancelled one. Please cancel it instead.")
  .max(100, "An order has at most 100 lines");

/** `PUT /admin/orders/{id}/items`: all that the order is to hold afterwards. */
export const orderItemsInput = z.object({
  items: packsOfOrder,
  was: packsOfOrder.optional().meta({
    description: "What it held when it was read; 409 stale_version when someone else has changed it since",
  }),
});
export type OrderItems = z.infer<typeof packsOfOrder>;

const listed = jsonText("The sweets are not valid").pipe(packsOfOrder);
/** The same as a form sends it. */
export const orderItemsForm = z.object({ id: formId, items: listed, was: listed });

/** `GET /admin/orders`; search by order number, name or phone; `from` and `to` are Asia/Kolkata days, inclusive. */
export const ordersQuery = z
  .object({
    status: statusWord.optional(),
    search: storableText(0, MAX_SEARCH).optional(),
    from: day.optional(),
    to: day.optional(),
    slotDate: day.optional().meta({ description: "Orders for a window of this day" }),
    slotFrom: windowStart.optional().meta({ description: "The start of the window; needs slotDate" }),
    payment: z.enum(paymentFilters).optional().meta({
      description: "How far they are paid; to_refund: more was received, less what was refunded, than they cost now",
    }),
    page: queryPage.default(1),
    pageSize: queryInt(1, 100).default(10),
  })
  .refine(({ slotDate, slotFrom }) => slotFrom === undefined || slotDate !== undefined, {
    path: ["slotFrom"],
    message: "needs slotDate",
  });
export type OrdersQuery = z.infer<typeof ordersQuery>;

/** What the owner may correct of a delivery, and the note that only the owner sees. Line ends count once, as typed. */
export const correctionInput = z.object({
  recipientName: typed(deliveryInput.shape.recipientName.optional()),
  deliveryAddress: typed(deliveryInput.shape.deliveryAddress.optional()),
  phoneNumber: typed(deliveryInput.shape.phoneNumber.optional()),
  internalNote: typed(storableText(0, MAX_NOTE).optional()),
  /** The note that an editor has read: another one since is refused. */
  noteWas: typed(storableText(0, MAX_NOTE).optional()),
});
export type CorrectionInput = z.infer<typeof correctionInput>;

/** `PATCH /orders/{id}`: what its customer changes; what is absent stays. */
export const changeInput = correctionInput.omit({ internalNote: true, noteWas: true }).extend({
  ...forOptionalTexts((name) => typed(clearableText(deliveryTexts[name].max).optional())),
  slot: slotInput
    .optional()
    .meta({ description: "Another window of GET /api/delivery; needs an order with a pincode" }),
});
export type OrderChange = z.infer<typeof changeInput>;

/** The same as a form sends it. */
export const changeForm = changeInput
  .extend({ orderId: formId, slot: typedSlot.optional() })
  .transform(({ orderId, ...changes }) => ({ id: orderId, ...changes }));

/** What an open screen of the owner asks for: orders after this one. */
export const newsQuery = z.object({ seen: queryInt(0, 999_999_999).optional() });

/** The export of the owner's list: it can be filtered by customer, as the list can. */
export const orderExportQuery = ordersQuery.safeExtend({ customer: queryInt(1, 2_147_483_647).optional() });

/** The owner's list of orders in its address. Unknown values fall back to the default, as on /products. */
export const orderListQuery = z.object({
  customer: orderExportQuery.shape.customer.catch(undefined),
  status: statusWord.optional().catch(undefined),
  search: storableText(0, MAX_SEARCH).catch(""),
  from: day.optional().catch(undefined),
  to: day.optional().catch(undefined),
  slotDate: day.optional().catch(undefined),
  slotFrom: windowStart.optional().catch(undefined),
  payment: z.enum(paymentFilters).optional().catch(undefined),
  page: pageNumber,
});
export type OrderListQuery = z.infer<typeof orderListQuery>;

/** The address of an order's page: the day whose windows the order can be moved to. */
export const orderPageQuery = z.object({ day: day.optional().catch(undefined) });

/** What an order must still be, for an undo: whoever has changed it since is not overruled. */
const expected = statusWord.optional();

/** The same as a form sends it. */
const withTracking = <Form extends z.infer<typeof trackingInput>>({ carrier, number, url, ...form }: Form) => ({
  ...form,
  tracking: carrier === undefined && number === undefined && url === undefined ? undefined : { carrier, number, url },
});

/** Forms of the admin area, whose fields are text. Money is received with Completed only. */
export const statusForm = z
  .object({
    ...{ id: formId, status: statusWord, expected, received: receivedField },
    ...trackingInput.shape,
    ...cancelRefundFields,
  })
  .transform(withRefund)
  .transform(withTracking)
  .refine(onlyShipped, NOT_SHIPPED)
  .transform((form) => ({ ...form, received: form.status === "Completed" ? form.received : undefined }));
export const statusesForm = z
  .object({
    ids: z.array(formId).min(1, NO_ORDERS).max(100),
    status: statusWord,
    expected,
    ...cancelRefundFields,
  })
  .transform(withRefund);

/** Order ids in an address, separated by commas; whatever is not an id is left out. */
export const idsQuery = z
  .string()
  .transform((text) => text.split(",").flatMap((word) => pathId.safeParse(word).data ?? []))
  .transform((ids) => [...new Set(ids)].slice(0, 100))
  .catch([]);
/** The rows of a list that are read anew. */
export const rowsForm = z.object({ ids: idsQuery });
export const correctionForm = correctionInput.extend({ id: formId });

/** `POST /sweets/{id}/purchase`: how it was paid at the till, too. */
export const purchaseInput = packCountInput.extend({
  payment: z
    .enum(counterMethods, "Please choose how it was paid")
    .default("cash")
    .meta({ description: "How it was paid at the till; ignored for customers" }),
});

/** Packs sold at the counter. */
export const purchaseForm = packCountForm.extend({ payment: purchaseInput.shape.payment });
