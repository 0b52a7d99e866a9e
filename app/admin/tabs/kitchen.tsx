import { KitchenScreen } from "@/components/admin/kitchen/kitchen-screen";
import { shopNow } from "@/lib/clock";
import { addDays, indiaDay } from "@/lib/dates";
import { etagOf } from "@/lib/http/etag";
import { readFirstWindow, readKitchen } from "@/lib/kitchen/queries";
import { shortened } from "@/lib/kitchen/rules";
import { kitchenPageQuery } from "@/lib/kitchen/schema";
import { requireStaff } from "../guard";
import { enterMade, markPacked, throwAway } from "../kitchen/actions";
import type { TabProps } from "./tab-props";

export async function KitchenTab({ search }: TabProps) {
  const admin = await requireStaff("/admin", "kitchen:read");
  const { date, all } = kitchenPageQuery.parse(search);
  const today = indiaDay(shopNow());
  const [kitchen, next] = await Promise.all([
    readKitchen(admin, { date }),
    (date ?? today) === today ? readFirstWindow(admin, addDays(today, 1)) : null,
  ]);
  const actions = { markPacked, enterMade, throwAway };
  const etag = etagOf(JSON.stringify(kitchen));
  return (
    <KitchenScreen
      kitchen={all ? kitchen : shortened(kitchen)}
      asked={date}
      etag={etag}
      next={next}
      actions={actions}
    />
  );
}
