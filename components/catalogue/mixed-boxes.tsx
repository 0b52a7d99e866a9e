import { A } from "@/components/ui/a";
import { listingHref } from "@/lib/catalogue/constants";

/** The end of the categories' page. */
export function MixedBoxes() {
  return (
    <section className="kesar-field mt-section">
      <div className="jaali jaali-rim" />
      <div className="shop relative py-14 lg:py-20 flex flex-col lg:flex-row lg:items-center justify-between gap-7">
        <h2 className="text-d2 max-w-2xl">Can't Decide? Try Our Mixed Boxes!</h2>
        <div className="flex flex-col sm:flex-row gap-3">
          <A href={listingHref({ featured: true })} className="btn btn-lg btn-kesar">
            View Mixed Boxes
          </A>
          <A href="/custom-orders" className="btn btn-lg btn-kesar-outline">
            Custom Orders
          </A>
        </div>
      </div>
    </section>
  );
}
