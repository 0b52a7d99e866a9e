import { TableHead } from "@/components/ui/table";
import type { SweetToMake } from "@/lib/kitchen/rules";
import { orderedPacksText, remainingText } from "./texts";

/**
 * Of each sweet how many packs were ordered, are packed and remain, with their weight and which packs they are. On a phone the
 * small figures stand below the name.
 */
export function SweetsToMake({ sweets, id }: { sweets: readonly SweetToMake[]; id: string }) {
  return (
    <>
      <h4 className="text-d5 px-4 lg:px-5 py-3 min-h-[4.25rem] max-xl:min-h-0 flex items-center" id={`${id}-make`}>
        To make
      </h4>
      <table className="table border-t border-border" aria-labelledby={`${id}-make`}>
        <TableHead
          columns={[
            { head: "Sweet", column: "lg:pl-5" },
            { head: "Ordered", column: "r max-sm:hidden" },
            { head: "Packed", column: "r max-sm:hidden" },
            { head: "Remaining", column: "r" },
            { head: "In stock", column: "r lg:pr-5" },
          ]}
        />
        <tbody>
          {sweets.map((sweet) => (
            <tr
              key={sweet.productId}
              data-packed={sweet.remaining === 0 || undefined}
              className="group data-packed:text-muted"
            >
              <th
                scope="row"
                className="whitespace-normal text-base text-inherit border-border group-last:border-b-0 wrap-anywhere lg:pl-5"
              >
                {sweet.name}
                <PacksOf sweet={sweet} />
              </th>
              <td className="r num max-sm:hidden">{sweet.ordered}</td>
              <td className="r num max-sm:hidden">{sweet.packed}</td>
              <td className="r num text-xl font-bold">{sweet.remaining}</td>
              <td className="r num text-muted lg:pr-5">{sweet.free}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function PacksOf({ sweet }: { sweet: SweetToMake }) {
  const remaining = remainingText(sweet);
  return (
    <span className="block text-base font-normal num">
      <span className="block text-sm text-muted sm:hidden">{`${sweet.ordered} ordered, ${sweet.packed} packed`}</span>
      <span className="block">{orderedPacksText(sweet)}</span>
      {remaining && <span className="block">{remaining}</span>}
    </span>
  );
}
