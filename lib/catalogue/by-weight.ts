/* Whether a pack is sold by weight or by the piece. Not in packs.ts, which public pages load. */

/** How many pieces a label says: "Box of 6", "12 pieces". */
export function piecesIn(label: string): number | null {
  const [, pieces, boxed] = /(\d+)\s*(?:pieces?|pcs?)\b|\bof\s+(\d+)\b(?!\s*(?:k?g|kilo))/i.exec(label) ?? [];
  return Number(pieces ?? boxed) || null;
}

/** Whether a pack is sold by weight. A pack of pieces may have a weight, too. */
export const isByWeight = ({ label, grams }: { label: string; grams: number | null }): boolean =>
  grams !== null && piecesIn(label) === null;
