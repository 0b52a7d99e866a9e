import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import * as commands from "./price-commands";
import { listPrices } from "./price-queries";
import { pricesInput } from "./price-schema";

export const readPrices = read({ by: "sweets:read", run: ({ actor }) => listPrices(actor) });

export const savePrices = operation({
  by: "sweets:write",
  limit: noLimit,
  locks: ({ rows }: { rows: { productId: number }[] }) => rows.map(({ productId }) => productId),
  once: noKey,
  body: pricesInput.transform((rows) => ({ rows })),
  run: ({ actor, input, write }) => write((db) => commands.savePrices(actor, input.rows, db)),
});
