import { z } from "zod";
import type { Section } from "@/db/constants/settings";
import { controlOf, schemaAt, type Texts, textsOfValue, valueOfTexts } from "@/lib/forms/values";
import { slugOf } from "@/lib/transliterate";
import { settingSchemas } from "./schema";

/*
 * The owner's forms of the settings. A field's name is the path of what it changes (`value.0.fee`), so that an error of the schema has
 * the name of its field.
 */

/** A version of a section as its form shows it. */
export type SectionTexts = { version: number; value: Texts };

/** The form of the tax section also asks whether the shop is registered, which the GSTIN says. */
export function textsOfSection(section: Section, value: unknown): Texts {
  const texts = textsOfValue(settingSchemas[section], value);
  if (section !== "tax") return texts;
  const named = texts as Record<string, Texts>;
  return { ...named, registered: named.gstin !== "" };
}

const schemaOf = (section: Section, path: string) => schemaAt(settingSchemas[section], path.split(".").slice(1));

/** What a field takes, by its path. */
export const settingControl = (section: Section, path: string) => controlOf(schemaOf(section, path));

/** A row of a list before anything is typed into it. */
export const newRowOf = (section: Section, list: string) =>
  textsOfValue(schemaOf(section, `${list}.0`)) as Record<string, Texts>;

/** Rows that have no id yet get one of their own here, from their names. */
function withIds(rows: unknown, key: "id" | "slug", fallback: string): unknown {
  const list = rows as Record<"id" | "slug" | "name", string>[];
  const taken = new Set(list.map((row) => row[key]));
  return list.map((row) => {
    if (row[key] !== "") return row;
    const slug = slugOf(row.name, 36, fallback);
    let id = slug;
    for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`;
    taken.add(id);
    return { ...row, [key]: id };
  });
}

/** Whoever opens the shop again takes the pause's end and reason away. */
const asPause = (value: unknown) =>
  (value as { paused: boolean }).paused ? value : { paused: false, until: null, reason: null };

/** Whoever is registered must say the number. */
const asTax = (value: unknown, { registered }: { registered?: boolean }) => {
  const { gstin, ...rest } = value as { gstin: string | null };
  return { ...rest, gstin: registered ? (gstin ?? "") : gstin };
};

function valueOfForm(section: Section, texts: unknown): unknown {
  const value = valueOfTexts(settingSchemas[section], texts as Texts);
  if (section === "areas") return withIds(value, "id", "area");
  if (section === "festivals") return withIds(value, "slug", "festival");
  if (section === "tax") return asTax(value, texts as { registered?: boolean });
  return section === "pause" ? asPause(value) : value;
}

/** The schema of what a section's form shows, which makes the section's value of it. */
export const sectionForm = (section: Section) =>
  z.object({
    version: z.number(),
    value: z.preprocess((texts) => valueOfForm(section, texts), settingSchemas[section]),
  });
