import { weightText } from "@/components/admin/kitchen/texts";
import type { TopProduct } from "@/lib/reports/queries";

/** The best-selling sweets by packs, with a bar and the weight of each. */
export function TopProducts({ products }: { products: TopProduct[] }) {
  const highest = products[0]?.totalQuantity ?? 1;
  return (
    <section>
      <div className="flex flex-wrap items-baseline gap-x-3 mb-4 xl:min-h-10 xl:items-center">
        <h2 className="text-d4" id="top-products">
          Top Products
        </h2>
        <p className="text-muted">All time, without cancelled orders</p>
      </div>
      <div className="border border-border bg-surface">
        {products.length === 0 ? (
          <p className="text-muted p-6 text-center">No data</p>
        ) : (
          <table className="table" aria-labelledby="top-products">
            <thead>
              <tr>
                <th scope="col">Product</th>
                <th scope="col" className="r !whitespace-normal">
                  Quantity sold
                </th>
                <th scope="col" className="r max-xs:hidden">
                  Weight
                </th>
              </tr>
            </thead>
            <tbody>
              {products.map(({ productId, name, totalQuantity, kilograms }) => (
                <tr key={productId}>
                  <td>
                    <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
                    {kilograms !== null && (
                      <span className="xs:hidden block text-sm text-muted num">{weightText(kilograms)}</span>
                    )}
                    <span
                      className="block h-[3px] mt-1 bg-accent"
                      style={{ width: `${(100 * totalQuantity) / highest}%` }}
                    />
                  </td>
                  <td className="r num font-semibold align-top">{totalQuantity.toLocaleString("en-IN")}</td>
                  <td className="r num align-top whitespace-nowrap max-xs:hidden">
                    {kilograms === null ? "-" : weightText(kilograms)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}
