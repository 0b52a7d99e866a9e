import type { Printed } from "@/lib/invoices/print";
import { InvoiceDocument } from "./invoice-document";

/** Every document of an order, each printed on pages of its own, with a link to its PDF. `pdf`: the address of the first one's. */
export function OrderDocuments({ documents, pdf }: { documents: readonly Printed[]; pdf: string }) {
  return documents.map((document, at) => (
    <div key={document.number} className="not-last:mb-10 not-last:break-after-page">
      <p className="max-w-[56rem] mx-auto mb-3 print:hidden">
        <a
          className="btn btn-outline max-w-full [overflow-wrap:anywhere]"
          href={at === 0 ? pdf : `${pdf}?number=${encodeURIComponent(document.number)}`}
        >
          {`${document.title} ${document.number} (PDF)`}
        </a>
      </p>
      <InvoiceDocument document={document} level={at === 0 ? "h1" : "h2"} />
    </div>
  ));
}
