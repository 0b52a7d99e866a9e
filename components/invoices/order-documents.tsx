import { Logo } from "@/components/layout/logo";
import { TableHead } from "@/components/ui/table";
import type { Printed } from "@/lib/invoices/print";

type Line = Printed["lines"][number];
type Column = { name: string; of: (line: Line) => string; rate?: (line: Line) => string; total: string };

function taxColumns({ isTax, interState, totals }: Printed): Column[] {
  if (!isTax) return [];
  const taxable: Column = { name: "Taxable", of: (line) => line.taxable, total: totals.taxable };
  if (interState)
    return [taxable, { name: "IGST", of: (line) => line.igst, rate: (line) => line.rate, total: totals.igst }];
  return [
    taxable,
    { name: "CGST", of: (line) => line.cgst, rate: (line) => line.half, total: totals.cgst },
    { name: "SGST", of: (line) => line.sgst, rate: (line) => line.half, total: totals.sgst },
  ];
}

function InvoiceDocument({ document, level: Heading = "h1" }: { document: Printed; level?: "h1" | "h2" }) {
  const { seller, buyer, facts, lines, totals, notes, words } = document;
  const columns = taxColumns(document);
  return (
    <article className="lid max-w-[56rem] mx-auto p-5 sm:p-8 lg:p-12 print:max-w-none print:border-0 print:shadow-none print:p-0">
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <Logo />
        <Heading className="text-d3 sm:text-right">{document.title}</Heading>
      </header>
      <div className="grid gap-x-8 gap-y-6 mt-6 sm:grid-cols-2 print:grid-cols-2">
        <div className="[overflow-wrap:anywhere] min-w-0">
          <address className="not-italic text-sm">
            <b>{seller.legalName}</b>
            {seller.lines.map((line) => (
              <span key={line} className="block num">
                {line}
              </span>
            ))}
          </address>
          <p className="text-sm mt-4">
            <span className="block text-muted">Billed to</span>
            {buyer.map((line, at) => (
              <span key={line} className={at === 0 ? "block font-bold" : "block whitespace-pre-line"}>
                {line}
              </span>
            ))}
          </p>
        </div>
        <dl className="grid xs:grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm content-start num">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {/* On phones, where so many columns do not fit, what is in between is shown under the name. */}
      <table className="table mt-6 text-sm max-sm:[&_:is(th,td)]:px-1">
        <caption className="sr-only">{`Lines of ${document.number}, in rupees`}</caption>
        <TableHead
          columns={[
            { head: "Description" },
            { head: "HSN", column: "max-sm:hidden" },
            { head: "Quantity", column: "r max-sm:hidden" },
            ...columns.map(({ name }) => ({ head: name, column: "r max-sm:hidden" })),
            { head: "Total ₹", column: "r" },
          ]}
        />
        <tbody className="num">
          {lines.map((line) => (
            <tr key={line.position} className="break-inside-avoid">
              <td className="[overflow-wrap:anywhere]">
                {line.name}
                <span className="block text-muted sm:hidden">
                  HSN {line.hsn}
                  {line.quantity !== "–" && ` · ${line.quantity} pcs`}
                  {columns.map(({ name, of, rate }) => ` · ${name} ${rate ? `${rate(line)} ` : ""}${of(line)}`)}
                </span>
              </td>
              <td className="max-sm:hidden">{line.hsn}</td>
              <td className="r max-sm:hidden">{line.quantity}</td>
              {columns.map(({ name, of, rate }) => (
                <td key={name} className="r max-sm:hidden">
                  {of(line)}
                  {rate && <span className="block text-muted">{rate(line)}</span>}
                </td>
              ))}
              <td className="r font-bold">{line.total}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="num font-bold">
          <tr>
            <td>
              Total
              <span className="block text-muted font-normal sm:hidden">
                {columns.map(({ name, total }) => `${name} ${total}`).join(" · ")}
              </span>
            </td>
            <td colSpan={2} className="max-sm:hidden" />
            {columns.map(({ name, total }) => (
              <td key={name} className="r max-sm:hidden">
                {total}
              </td>
            ))}
            <td className="r">₹{totals.total}</td>
          </tr>
        </tfoot>
      </table>
      <p className="mt-4">{words}</p>
      {notes.map((note) => (
        <p key={note} className="mt-2 whitespace-pre-line">
          {note}
        </p>
      ))}
      <p className="mt-8 text-right text-sm">
        For {seller.legalName}
        <span className="block text-muted">Computer-generated; no signature is needed.</span>
      </p>
    </article>
  );
}

type OrderDocumentsProps = { documents: readonly Printed[]; pdf: string; level?: "h1" | "h2" };

/** Every document of an order, each printed on pages of its own, with a link to its PDF. `pdf`: the address of the first one's. */
export function OrderDocuments({ documents, pdf, level = "h1" }: OrderDocumentsProps) {
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
      <InvoiceDocument document={document} level={at === 0 ? level : "h2"} />
    </div>
  ));
}
