/** What of an order's sweets came and went, as the record of corrections has it. */
export const itemsChangeText = (went: unknown, came: unknown): string =>
  [came && `added ${came}`, went && `took out ${went}`].filter(Boolean).join("; ");
