"use server";

import * as catalogue from "@/lib/catalogue/operations";
import { action } from "@/lib/http/action";

export const addWord = action(catalogue.addSearchWord, {
  failed: "Failed to add the word",
  refresh: true,
  after: ({ result: { word, means } }) => ({ message: `A search for ‘${word}’ now also finds ‘${means}’` }),
});

export const removeWord = action(catalogue.removeSearchWord, {
  failed: "Failed to remove the word",
  refresh: true,
  after: ({ input: { word, means } }) => ({ message: `‘${word}’ no longer means ‘${means}’` }),
});
