import { Sweets } from "@/components/admin/sweets/sweet-list";
import { listForAdmin } from "@/lib/catalogue/admin-queries";
import { adminListQuery } from "@/lib/catalogue/schema";
import { requireStaff } from "../guard";
import { completionMessage } from "../redirect-with-message";
import { addSweet, editSweet, loadSweet, quickEdit, removeSweet, restockSweet, sellSweet } from "../sweets/actions";
import type { TabProps } from "./tab-props";

export async function ProductsTab({ search }: TabProps) {
  const admin = await requireStaff("/admin", "sweets:read");
  const query = adminListQuery.parse(search);
  const { items, meta } = await listForAdmin(admin, query);
  return (
    <Sweets
      sweets={items}
      meta={meta}
      query={{ ...query, page: meta.page }}
      adjusting={Number(search.adjust) || null}
      done={completionMessage(search.done)}
      actions={{
        quickEdit,
        restock: restockSweet,
        sell: sellSweet,
        add: addSweet,
        edit: editSweet,
        remove: removeSweet,
        load: loadSweet,
      }}
    />
  );
}
