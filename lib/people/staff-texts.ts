import type { StaffKind } from "@/db/constants/auth";

/** How the kinds of staff are called, and what each is for. */
export const kindTexts: Record<StaffKind, { name: string; about: string }> = {
  owner: { name: "Owner", about: "May do everything, and decides who else may do what." },
  manager: { name: "Manager", about: "Runs the shop: sweets, stock, orders, refunds, plans, reports, opening hours." },
  counter: {
    name: "Counter",
    about: "Sells and takes orders: orders, payments, stock, messages. No refunds, no reports.",
  },
  kitchen: {
    name: "Kitchen",
    about: "Sees what is to be made and packed, plans it, and enters what is thrown away. No orders, no money.",
  },
  accountant: { name: "Accountant", about: "Reads orders, payments, invoices and reports. Changes nothing." },
};
