import { Table } from "@/components/ui/table";
import type { TopProduct } from "@/lib/reports/queries";
import { weightText } from "@/lib/stock/plan-texts";

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
          <Table
            aria-labelledby="top-products"
            rows={products}
            keyOf={({ productId }) => productId}
            columns={[
              {
                head: "Product",
                cell: ({ name, totalQuantity, kilograms }) => (
                  <>
                    <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
                    {kilograms !== null && (
                      <span className="xs:hidden block text-sm text-muted num">{weightText(kilograms)}</span>
                    )}
                    <span
                      className="block h-[3px] mt-1 bg-accent"
                      style={{ width: `${(100 * totalQuantity) / highest}%` }}
                    />
                  </>
                ),
              },
              {
                head: "Quantity sold",
                column: "r whitespace-normal",
                className: "num font-semibold align-top",
                cell: ({ totalQuantity }) => totalQuantity.toLocaleString("en-IN"),
              },
              {
                head: "Weight",
                column: "r max-xs:hidden",
                className: "num align-top whitespace-nowrap",
                cell: ({ kilograms }) => (kilograms === null ? "-" : weightText(kilograms)),
              },
            ]}
          />
        )}
      </div>
    </section>
  );
}
