import { Section } from "@/components/admin/ui/page";
import { Panel } from "@/components/admin/ui/panel";
import { Table } from "@/components/ui/table";
import type { TopProduct } from "@/lib/reports/queries";
import { weightText } from "@/lib/stock/plan-texts";

/** The best-selling sweets by packs, with a bar and the weight of each. */
export function TopProducts({ products }: { products: TopProduct[] }) {
  const highest = products[0]?.totalQuantity ?? 1;
  return (
    <Section
      title="Top Products"
      id="top-products"
      className=""
      beside={<p className="text-muted">All time, without cancelled orders</p>}
    >
      <Panel>
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
                    <span className="font-medium wrap-anywhere">{name}</span>
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
      </Panel>
    </Section>
  );
}
