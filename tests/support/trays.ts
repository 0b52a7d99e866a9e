import { asAdmin, db } from "./shopper";

export type Tray = {
  id: number;
  name: string;
  slug: string;
  packs: { id: number; label: string }[];
  pack: (label: string) => number;
};

/** A sweet of a name of its own with so many units of 250 g in stock, sold in three packs; 500 g is the default. */
export async function aTray(units: number): Promise<Tray> {
  const sweet = await asAdmin("POST", "/sweets", {
    name: `Tray Katli ${crypto.randomUUID().slice(0, 8)}`,
    description: "Made for a test of packs.",
    category: "Dry Fruits",
    price: 679,
    quantity: 0,
    packs: [
      { label: "250 g", grams: 250, units: 1, price: 349 },
      { label: "500 g", grams: 500, units: 2, price: 679, isDefault: true },
      { label: "1 kg", grams: 1000, units: 4, price: 1319 },
    ],
  });
  await db.begin(async (tx) => {
    await tx`update sweets set quantity = quantity + ${units} where id = ${sweet.id}`;
    await tx`insert into stock_ledger (sweet_id, delta, reason) values (${sweet.id}, ${units}, 'adjustment')`;
  });
  const pack = (label: string) => sweet.packs.find((known: { label: string }) => known.label === label).id as number;
  return { ...sweet, pack };
}
