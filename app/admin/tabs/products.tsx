import { redirect } from "next/navigation";
import { Sweets } from "@/components/admin/sweets/sweet-list";
import { urlWithQuery } from "@/components/admin/urls";
import { may } from "@/lib/auth/actor";
import { listForAdmin } from "@/lib/catalogue/admin-queries";
import { adminListQuery } from "@/lib/catalogue/schema";
import { findSweetOrNotFound } from "../find-or-not-found";
import { requireStaff } from "../guard";
import { addSweet, editSweet, loadSweet, quickEdit, removeSweet, restockSweet, sellSweet } from "../sweets/actions";
import type { TabProps } from "./tab-props";

export async function ProductsTab({ search }: TabProps) {
  const admin = await requireStaff("/admin", "sweets:read");
  const { edit } = search;
  if (edit !== undefined && !may(admin, "sweets:write")) redirect(urlWithQuery("/admin", { denied: 1 }));
  const opened = edit && { sweet: edit === "new" ? null : await findSweetOrNotFound(admin, edit) };
  const query = adminListQuery.parse(search);
  const list = await listForAdmin(admin, query);
  return (
    <Sweets
      {...list}
      query={{ ...query, page: list.meta.page }}
      opened={opened || null}
      actions={{ quickEdit, restockSweet, sellSweet, addSweet, editSweet, removeSweet, loadSweet }}
    />
  );
}
