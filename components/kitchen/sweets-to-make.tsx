import type { SweetToMake } from "@/lib/kitchen/view";
import { weightText } from "./kitchen-texts";

/** Of each sweet what was ordered, what is packed and what remains. On a phone the small figures stand below the name. */
export function SweetsToMake({ sweets, id }: { sweets: readonly SweetToMake[]; id: string }) {
  return (
    <>
      <h4 className="text-d5 px-4 lg:px-5 py-3 min-h-[4.25rem] max-xl:min-h-0 flex items-center" id={`${id}-make`}>
        To make
      </h4>
      <table className="table border-t border-border" aria-labelledby={`${id}-make`}>
        <thead>
          <tr>
            <th scope="col" className="lg:!pl-5">
              Sweet
            </th>
            <th scope="col" className="r max-sm:hidden">
              Ordered
            </th>
            <th scope="col" className="r max-sm:hidden">
              Packed
            </th>
            <th scope="col" className="r">
              Remaining
            </th>
            <th scope="col" className="r lg:!pr-5">
              In stock
            </th>
          </tr>
        </thead>
        <tbody>
          {sweets.map(({ productId, name, ordered, packed, remaining, kilograms, free }) => (
            <tr key={productId} data-packed={remaining === 0 || undefined} className="data-packed:text-muted">
              <th
                scope="row"
                className="!whitespace-normal !text-base !text-inherit !border-border wrap-anywhere lg:!pl-5"
              >
                {name}
                <span className="block text-sm font-normal text-muted num">
                  <span className="sm:hidden">{`${ordered} ordered, ${packed} packed${kilograms === null ? "" : ", "}`}</span>
                  {kilograms !== null && weightText(kilograms)}
                </span>
              </th>
              <td className="r num max-sm:hidden">{ordered}</td>
              <td className="r num max-sm:hidden">{packed}</td>
              <td className="r num text-xl font-bold">{remaining}</td>
              <td className="r num text-muted lg:!pr-5">{free}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
