import { z } from "zod";
import { MAX_PHONE } from "@/db/constants/text";
import { asciiDigits } from "@/lib/digits";
import { companyOf } from "./company-schema";
import { forTexts } from "./constants";
import { takenOrderInput } from "./taken-schema";

type Input = z.input<typeof takenOrderInput>;

const itemsOf = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
};

/** The form of a new order, whose fields are texts; `when` says whether it is handed over at once. */
export const takenOrderForm = z
  .record(z.string(), z.string())
  .transform((form) => {
    const text = (name: string) => form[name]?.replace(/\r\n?/g, "\n").trim() || null;
    const items = itemsOf(form.items);
    const giftWrap = form.giftWrap === "on";
    const company = companyOf(form);
    if (form.when !== "later") return { items, giftWrap, company, payment: form.paid } as Input;
    const [name, phone, method, amount] = ["name", "phone", "method", "amount"].map(text);
    // A window that a refusal has offered is ordered at once.
    const slot = text("alternative") ?? text("slot");
    const slotDay = slot?.slice(0, 10);
    const day = text("day");
    return {
      items,
      giftWrap,
      company,
      personalMessage: text("personalMessage") ?? "",
      customer: { name: name ?? "", phone: phone ?? "", email: text("email") },
      delivery: {
        ...forTexts(text),
        // A missing name is said once, at the customer's.
        recipientName: text("recipientName") ?? name ?? "–",
        phoneNumber: text("phoneNumber") ?? phone ?? "–",
        deliveryAddress: text("deliveryAddress") ?? (method === "pickup" ? "Picked up at the shop" : ""),
        pincode: text("pincode"),
        method,
        slot: slot && { date: slotDay, from: slot.slice(11) },
        // A window that is offered instead may be on another day.
        day: text("alternative") && day !== slotDay ? null : day,
      },
      payment: form.payment,
      received: amount && { method: form.advance, amount: Number(asciiDigits(amount).replace(/[,\s₹]/g, "")) },
    } as Input;
  })
  .pipe(takenOrderInput);

/** The number of who calls. */
export const callerForm = z.object({ phone: z.string().max(MAX_PHONE) });
