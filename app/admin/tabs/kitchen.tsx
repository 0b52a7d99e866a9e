import { KitchenScreen } from "@/components/admin/kitchen/kitchen-screen";
import { shopNow } from "@/lib/clock";
import { addDays, indiaDay } from "@/lib/dates";
import { etagOf } from "@/lib/http/etag";
import { listInStock, readFirstWindow, readKitchen } from "@/lib/kitchen/queries";
import { shortened } from "@/lib/kitchen/rules";
import { kitchenPageQuery } from "@/lib/kitchen/schema";
import { requireStaff } from "../guard";
import { enterMade, markPacked, throwAway } from "../kitchen/actions";
import type { TabProps } from "./tab-props";

export async function KitchenTab({ search }: TabProps) {
  const admin = await requireStaff("/admin", "kitchen:read");
  const { date, all } = kitchenPageQuery.parse(search);
  const today = indiaDay(shopNow());
  const isToday = (date ?? today) === today;
  const [kitchen, next, inStock] = await Promise.all([
    readKitchen(admin, { date }),
    isToday ? readFirstWindow(admin, addDays(today, 1)) : null,
    isToday ? listInStock(admin) : null,
  ]);
  const actions = { markPacked, enterMade, throwAway };
  const etag = etagOf(JSON.stringify(kitchen));
  return (
    <KitchenScreen
      kitchen={all ? kitchen : shortened(kitchen)}
      asked={date}
      etag={etag}
      next={next}
      inStock={inStock}
      actions={actions}
    />
  );
}
