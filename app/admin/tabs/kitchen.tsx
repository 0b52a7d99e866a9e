import { Kitchen } from "@/components/admin/kitchen/kitchen";
import { etagOf } from "@/lib/http/etag";
import { readKitchen } from "@/lib/kitchen/queries";
import { kitchenPageQuery } from "@/lib/kitchen/schema";
import { markPacked } from "../kitchen/actions";
import type { TabProps } from "./tab-props";

export async function KitchenTab({ admin, search }: TabProps) {
  const { date } = kitchenPageQuery.parse(search);
  const kitchen = await readKitchen(admin, { date });
  return <Kitchen kitchen={kitchen} asked={date} etag={etagOf(JSON.stringify(kitchen))} action={markPacked} />;
}
