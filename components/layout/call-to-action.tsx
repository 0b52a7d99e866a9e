import { A } from "@/components/ui/a";
import { listingHref } from "@/lib/catalogue/constants";

/** A saffron section in both themes that leads to the sweets or to the shop; at most one on a page, just above the footer. */
export function CallToAction({ title, text, button }: Record<"title" | "text" | "button", string>) {
  return (
    <section className="kesar-field">
      <div className="jaali jaali-rim" />
      <div className="shop relative py-16 lg:py-24 text-center">
        <h2 className="text-d2">{title}</h2>
        <p className="text-lg mt-4 max-w-xl mx-auto font-medium">{text}</p>
        <div className="mt-8 flex flex-col sm:flex-row gap-3 justify-center">
          <A href={listingHref()} className="btn btn-lg btn-kesar">
            {button}
          </A>
          <A href="/contact" className="btn btn-lg btn-kesar-outline">
            Contact Us
          </A>
        </div>
      </div>
    </section>
  );
}
