import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { NewOrder } from "@/components/admin/till/new-order";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { packsAtTill } from "@/lib/catalogue/till-queries";
import { paymentOffer } from "@/lib/payments/rules";
import { currentSettings } from "@/lib/settings/queries";
import { findCaller, takeOrder } from "./actions";

export const generateMetadata = adminMetadata("orders:write", "New order");

/** Orders that staff take: at the till, one customer after the other, or by telephone. */
export default async function NewOrderPage() {
  const member = await requireStaff("/admin/orders/new", "orders:write");
  const [packs, { values }] = await Promise.all([packsAtTill(member), currentSettings()]);
  return (
    <div className="pt-4">
      <Breadcrumbs crumbs={[{ text: "Orders", href: "/admin?tab=orders" }, { text: "New order" }]} />
      <h1 className="text-d3 mt-2 mb-5">New order</h1>
      <NewOrder
        packs={packs}
        actions={{ take: takeOrder, findCaller }}
        payments={paymentOffer(values.payments)}
        shopPincode={values.shop.address.postalCode}
      />
    </div>
  );
}
