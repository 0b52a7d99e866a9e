import { z } from "zod";
import { type Section, sections } from "@/db/constants/settings";
import { shopNow } from "@/lib/clock";
import { fieldsOfTexts, type Texts, textsOfFields } from "@/lib/forms/texts";
import { textsOfValue, valueOfTexts } from "@/lib/forms/values";
import { areaSettings, pauseSettings, type SettingValues, sectionName, settingSchemas } from "@/lib/settings/schema";
import { typedNumber } from "@/lib/text";
import { toLatin } from "@/lib/transliterate";
import { rowsAfterButton } from "./form-texts";

/*
 * The owner's forms of the settings. A field's name is the path of what it changes (`value.0.fee`), so that an error of the schema has
 * the name of its field.
 */

/** The texts of a section's form: what its fields show for a value. */
export const textsOfSection = <Name extends Section>(section: Name, value: SettingValues[Name]): Texts =>
  textsOfValue(settingSchemas[section], value);

/** An id that no other row has, from the row's name. */
function newId(name: string, fallback: string, taken: Set<string>): string {
  const slug =
    toLatin(name)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .slice(0, 36)
      .replace(/^-+|-+$/g, "") || fallback;
  let id = slug;
  for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`;
  taken.add(id);
  return id;
}

/** Rows that have no id yet get theirs here. */
function withIds<Key extends "id" | "slug">(rows: unknown, key: Key, fallback: string): unknown {
  const list = rows as Record<Key | "name", string>[];
  const taken = new Set(list.map((row) => row[key]));
  return list.map((row) => (row[key] === "" ? { ...row, [key]: newId(row.name, fallback, taken) } : row));
}

/** Whoever opens the shop again takes the pause's end and reason away. */
function asPause(value: unknown): unknown {
  const { paused } = value as { paused: boolean };
  return paused ? value : { paused, until: null, reason: null };
}

function valueOfForm(section: Section, texts: Texts | undefined): unknown {
  const value = valueOfTexts(settingSchemas[section], texts);
  if (section === "areas") return withIds(value, "id", "area");
  if (section === "festivals") return withIds(value, "slug", "festival");
  return section === "pause" ? asPause(value) : value;
}

const version = typedNumber().pipe(z.int().min(0));

function typed(fields: unknown): unknown {
  const { section, version, value } = textsOfFields(fields as Record<string, string>);
  const name = sections.find((other) => other === section);
  return name ? { section, version, value: valueOfForm(name, value) } : { section };
}

const pauseToCome = pauseSettings.refine(({ until }) => until === null || until > shopNow().toISOString(), {
  path: ["until"],
  message: "Please choose a time that is still to come",
});

/** A section as the owner's form sends it. */
export const settingsForm = z.preprocess(
  typed,
  z.discriminatedUnion("section", [
    z.object({ section: z.literal("shop"), version, value: settingSchemas.shop }),
    z.object({ section: z.literal("areas"), version, value: areaSettings }),
    z.object({ section: z.literal("windows"), version, value: settingSchemas.windows }),
    z.object({ section: z.literal("pause"), version, value: pauseToCome }),
    z.object({ section: z.literal("notice"), version, value: settingSchemas.notice }),
    z.object({ section: z.literal("payments"), version, value: settingSchemas.payments }),
    z.object({ section: z.literal("tax"), version, value: settingSchemas.tax }),
    z.object({ section: z.literal("messages"), version, value: settingSchemas.messages }),
    z.object({ section: z.literal("festivals"), version, value: settingSchemas.festivals }),
    z.object({ section: z.literal("security"), version, value: settingSchemas.security }),
  ]),
);

/** The form of a section sent by a button that adds or removes a row: its fields with that done. */
export const settingsRowsForm = z
  .object({ section: sectionName, rows: z.string() })
  .loose()
  .transform(({ section, rows, ...fields }) => {
    const { texts, focus } = rowsAfterButton(section, textsOfFields(fields as Record<string, string>), rows);
    return { fields: { section, ...fieldsOfTexts(texts) }, focus };
  });
