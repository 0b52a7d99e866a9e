// A tray that is sold by weight: one stock, three packs.
import { anAdmin, aSweet, call } from "./shop";

export type Pack = { id: number; label: string; available: number };
export type Tray = { id: number; name: string; slug: string; packs: [Pack, Pack, Pack] };

export const byWeight = [
  { label: "250 g", grams: 250, units: 1, price: 200 },
  { label: "500 g", grams: 500, units: 2, price: 380, isDefault: true },
  { label: "1 kg", grams: 1000, units: 4, price: 720 },
];
export const aTray = (stock = 10, more: object = {}): Promise<Tray> =>
  aSweet({ price: 380, stock, packs: byWeight, ...more });

export const now = async ({ id }: { id: number }) => (await call("GET", `/sweets/${id}`)).body;
export const availableOf = async (tray: Tray) => (await now(tray)).packs.map(({ available }: Pack) => available);
/** Switches the smallest pack off. */
export const switchOff = async (tray: Tray) =>
  call("PUT", `/sweets/${tray.id}`, {
    token: await anAdmin(),
    body: { packs: tray.packs.map((pack, at) => ({ ...pack, active: at > 0 })) },
  });
