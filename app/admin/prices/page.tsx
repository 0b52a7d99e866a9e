import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { PricesScreen } from "@/components/admin/sweets/prices-screen";
import { AdminPage } from "@/components/admin/ui/page";
import { may } from "@/lib/auth/actor";
import { pricesForPage } from "@/lib/catalogue/price-queries";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { save } from "./actions";

export const generateMetadata = adminMetadata("sweets:read", "Prices");

export default async function PricesPage() {
  const admin = await requireStaff("/admin/prices", "sweets:read");
  const prices = await pricesForPage(admin);
  return (
    <AdminPage title="Prices" parents={[{ text: "Products", href: "/admin?tab=products" }]}>
      <PricesScreen
        {...prices}
        lastSave={may(admin, "sweets:write") ? prices.lastSave : null}
        today={indiaDay(shopNow())}
        action={save}
      />
    </AdminPage>
  );
}
