import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { NewOrder } from "@/components/admin/till/new-order";
import { AdminPage } from "@/components/admin/ui/page";
import { daysAtTill, packsAtTill } from "@/lib/catalogue/till-queries";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { paymentOffer } from "@/lib/payments/rules";
import { currentSettings } from "@/lib/settings/queries";
import { findCaller, takeOrder } from "./actions";

export const generateMetadata = adminMetadata("orders:write", "New order");

export default async function NewOrderPage() {
  const member = await requireStaff("/admin/orders/new", "orders:write");
  const [packs, days, { values }] = await Promise.all([packsAtTill(member), daysAtTill(member), currentSettings()]);
  return (
    <AdminPage title="New order" parents={[{ text: "Orders", href: "/admin?tab=orders" }]}>
      <NewOrder
        packs={packs}
        days={days}
        today={indiaDay(shopNow())}
        actions={{ take: takeOrder, findCaller }}
        payments={paymentOffer(values.payments, false)}
        shopPincode={values.shop.address.postalCode}
        gstin={values.tax.gstin}
      />
    </AdminPage>
  );
}
