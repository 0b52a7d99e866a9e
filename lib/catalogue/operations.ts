import { anySweets, noLocks } from "@/db/write-slots";
import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import { derive } from "@/lib/images/pipeline";
import { sweetDaysQuery } from "@/lib/stock/plan-schema";
import { idParams } from "@/lib/text";
import { findForAdmin } from "./admin-queries";
import * as commands from "./commands";
import { daysOfSweet } from "./for-day";
import { listApiSweets } from "./list-queries";
import { readApiSweet, requireSweet, stockAndDays, stockOf } from "./queries";
import {
  createSweetInput,
  dayQuery,
  listQuery,
  packCountInput,
  searchWordInput,
  stockQuery,
  sweetIdForm,
  updateSweetInput,
  wasteInput,
} from "./schema";
import * as searchWords from "./search-words-commands";
import { toApiSweet } from "./select";

export const listSweets = read({ by: "public", query: listQuery, run: ({ input }) => listApiSweets(input) });

export const readSweet = read({
  by: "public",
  params: idParams,
  query: dayQuery,
  run: ({ input: { id, day } }) => readApiSweet(id, day),
});

export const readStock = read({ by: "public", query: stockQuery, run: ({ input: { ids, day } }) => stockOf(ids, day) });

/** The live stock with the days that a page offers to choose from. */
export const readStockAndDays = read({
  by: "public",
  query: stockQuery,
  run: ({ input: { ids, day } }) => stockAndDays(ids, day),
});

export const readSweetDays = read({
  by: "public",
  params: idParams,
  query: sweetDaysQuery,
  run: ({ input: { id, ...span } }) => daysOfSweet(id, span),
});

/** A sweet as the owner's form shows it. */
export const readSweetToEdit = read({
  by: "sweets:read",
  body: sweetIdForm,
  run: ({ actor, input }) => findForAdmin(actor, input.id),
});

const editing = { by: "sweets:write", limit: noLimit, locks: noLocks, once: noKey } as const;
const ofSweet = ({ id }: { id: number }) => [id];

export const createSweet = operation({
  ...editing,
  body: createSweetInput,
  picture: (image) => derive(image),
  run: async ({ actor, input, picture, write }) =>
    toApiSweet(await write((db) => commands.createSweet(actor, input, picture, db))),
});

export const updateSweet = operation({
  ...editing,
  locks: ofSweet,
  params: idParams,
  body: updateSweetInput,
  // No time is spent on a picture for a sweet that is not there.
  picture: async (image, { id }) => {
    await requireSweet(id);
    return derive(image);
  },
  run: async ({ actor, input: { id, ...changes }, picture, write }) =>
    toApiSweet(await write((db) => commands.updateSweet(actor, id, changes, picture, db))),
});

export const deleteSweet = operation({
  ...editing,
  locks: ofSweet,
  params: idParams,
  run: ({ actor, input, write }) => write((db) => commands.deleteSweet(actor, input.id, db)),
});

export const acceptSamples = operation({
  ...editing,
  locks: anySweets,
  run: ({ actor, write }) => write((db) => commands.acceptSamples(actor, db)),
});

export const deleteSamples = operation({
  ...editing,
  locks: anySweets,
  run: ({ actor, write }) => write((db) => commands.deleteSamples(actor, db)),
});

export const addSearchWord = operation({
  ...editing,
  body: searchWordInput,
  run: ({ actor, input, write }) => write((db) => searchWords.addSearchWord(actor, input, db)),
});

export const removeSearchWord = operation({
  ...editing,
  body: searchWordInput,
  run: ({ actor, input, write }) => write((db) => searchWords.removeSearchWord(actor, input, db)),
});

export const restockSweet = operation({
  by: "stock:write",
  limit: noLimit,
  locks: ofSweet,
  once: "restock",
  params: idParams,
  body: packCountInput,
  run: async ({ actor, input: { id, ...packs }, write }) =>
    toApiSweet(await write((db) => commands.restock(actor, id, packs, db))),
});

export const throwAway = operation({
  // Who makes the sweets throws them away, too.
  by: ["stock:write", "kitchen:write"],
  limit: noLimit,
  locks: ofSweet,
  once: "waste",
  params: idParams,
  body: wasteInput,
  run: async ({ actor, input: { id, ...waste }, write }) =>
    toApiSweet(await write((db) => commands.throwAway(actor, id, waste, db))),
});
