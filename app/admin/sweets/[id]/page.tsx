import { findSweetOrNotFound } from "@/app/admin/find-or-not-found";
import { adminMetadataFor, requireStaff } from "@/app/admin/guard";
import { HistoryLink } from "@/components/admin/audit/history-link";
import { WasteForm } from "@/components/admin/kitchen/waste-form";
import { Permitted } from "@/components/admin/permissions";
import { AdjustSweet } from "@/components/admin/sweets/adjust-sweet";
import { freeAndHeld, StockBadges, StockHistory } from "@/components/admin/sweets/stock";
import { AdminPage } from "@/components/admin/ui/page";
import { singleValues } from "@/components/admin/urls";
import { formatHours } from "@/components/catalogue/sweet-details";
import { stockHistory } from "@/lib/stock/queries";
import { pageQuery } from "@/lib/text";
import { throwAway } from "../../kitchen/actions";
import { quickEdit, restockSweet, sellSweet } from "../actions";

export const generateMetadata = adminMetadataFor(
  ["stock:read", "sweets:read"],
  async (admin, { id }: { id: string }) => (await findSweetOrNotFound(admin, id)).name,
);

const PAGE_SIZE = 50;

export default async function SweetPage({ params, searchParams }: PageProps<"/admin/sweets/[id]">) {
  const segment = (await params).id;
  const admin = await requireStaff(`/admin/sweets/${segment}`, "stock:read", "sweets:read");
  const sweet = await findSweetOrNotFound(admin, segment);
  const { page } = pageQuery.parse(singleValues(await searchParams));
  const pack = sweet.packs.find(({ isDefault }) => isDefault);
  const history = await stockHistory(admin, sweet.id, { page, pageSize: PAGE_SIZE });
  return (
    <AdminPage
      title={sweet.name}
      parents={[{ text: "Products", href: "/admin?tab=products" }]}
      beside={
        <>
          <StockBadges stock={sweet} />
          <p className="num">{freeAndHeld(sweet)}</p>
          <p className="text-muted">
            {sweet.prepHours > 0 ? `Made to order in ${formatHours(sweet.prepHours)}` : "Ready at once"} ·{" "}
            {sweet.travels ? "travels by courier" : "does not travel by courier"} · HSN {sweet.hsn}
          </p>
        </>
      }
    >
      <AdjustSweet sweet={sweet} actions={{ quickEdit, restockSweet, sellSweet }} />
      <Permitted to="stock:write">
        <WasteForm
          sweet={{ id: sweet.id, unitGrams: pack?.grams ? pack.grams / pack.units : null }}
          action={throwAway}
        />
      </Permitted>
      <HistoryLink noun="sweets" nounId={sweet.id} />
      <StockHistory sweet={sweet} history={history} />
    </AdminPage>
  );
}
