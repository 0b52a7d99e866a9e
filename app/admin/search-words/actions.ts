"use server";

import { refresh } from "next/cache";
import { searchWordInput } from "@/lib/catalogue/schema";
import { addSearchWord, removeSearchWord } from "@/lib/catalogue/search-words-commands";
import type { FormAction } from "@/lib/http/action-state";
import { submit } from "@/lib/http/submit";

export const addWord: FormAction<{ message: string }> = async (_previous, form) =>
  submit(
    searchWordInput,
    form,
    async ({ input, actor, write }) => {
      const { word, means } = await write((db) => addSearchWord(actor, input, db));
      refresh();
      return { message: `A search for ‘${word}’ now also finds ‘${means}’` };
    },
    "Failed to add the word",
  );

export const removeWord: FormAction<{ message: string }> = async (_previous, form) =>
  submit(
    searchWordInput,
    form,
    async ({ input: pair, actor, write }) => {
      await write((db) => removeSearchWord(actor, pair, db));
      refresh();
      return { message: `‘${pair.word}’ no longer means ‘${pair.means}’` };
    },
    "Failed to remove the word",
  );
