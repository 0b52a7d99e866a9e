// What a fact of a sweet is when it is not sent, or sent as an empty text, and that the audit log has each.
import { expect, test } from "vitest";
import { z } from "zod";
import { sweetChanges } from "@/lib/catalogue/changes";
import { schemasOf } from "@/lib/catalogue/fact-schemas";
import { detailNames, type Fact, factNames } from "@/lib/catalogue/facts";
import { newSweetForm } from "@/lib/catalogue/schema";
import { aSweet } from "../components/fixtures";

const pieces = {
  kind: "wholeNumber",
  label: "Pieces",
  unit: "pieces",
  min: 1,
  max: 9,
} as const;
const { newInput, input, fromText } = schemasOf({
  pieces,
  atLeast: { ...pieces, initial: 2 },
  texts: { kind: "list", label: "Texts", most: 2, max: 5 },
  answer: { kind: "yesOrNo", label: "Answer", yes: "Yes", no: "No" },
  mark: { kind: "mark", label: "Mark" },
} satisfies Record<string, Fact>);

test("a new sweet has the default of what is not sent", () => {
  expect(z.object(newInput).parse({})).toEqual({ pieces: null, atLeast: 2, texts: [], answer: null, mark: false });
});

test("null clears what may be unknown, and nothing else", () => {
  const nulls = z.object(input).safeParse({ pieces: null, atLeast: null, texts: null, answer: null, mark: null });
  expect(nulls.error?.issues.map(({ path }) => path.join())).toEqual(["atLeast", "texts", "mark"]);
});

test("an empty text brings back the default, except of a mark, which is ticked or not", () => {
  const empty = Object.entries(fromText).map(([name, from]) => [name, from(" ")]);
  expect(Object.fromEntries(empty)).toEqual({ pieces: null, atLeast: 2, texts: [], answer: null, mark: " " });
  const form = { name: "Peda", category: "Cakes", description: "Soft.", price: "10", quantity: "1", featured: "true" };
  expect(newSweetForm.parse(form)).toMatchObject({ featured: true, sugarFree: false, prepHours: null, travels: null });
});

test("the audit log has what an edit changed of each fact and detail, and of what is none", () => {
  const before = aSweet({ packs: [] });
  const changed = <T extends object>(fields: T) =>
    Object.fromEntries(Object.keys(fields).map((name) => [name, "changed"])) as T;
  const after = { ...changed(before), packs: [], details: changed(before.details) };
  const others = ["name", "category", "description", "image"];
  expect(Object.keys(sweetChanges(before, after)).sort()).toEqual([...others, ...factNames, ...detailNames].sort());
});
