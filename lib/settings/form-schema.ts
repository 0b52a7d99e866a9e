import { z } from "zod";
import { shopNow } from "@/lib/clock";
import { fieldsOfTexts, type Texts, textsOfFields } from "@/lib/forms/texts";
import { textsOfValue, valueOfTexts } from "@/lib/forms/values";
import { type Section, sections } from "@/lib/settings/constants";
import { areaSettings, pauseSettings, type SettingValues, sectionName, settingSchemas } from "@/lib/settings/schema";
import { rowsAfterButton } from "./form-texts";

/*
 * The owner's forms of the settings. A field's name is the path of what it changes (`value.0.fee`), so that an error of the schema has
 * the name of its field.
 */

/** The texts of a section's form: what its fields show for a value. */
export const textsOfSection = <Name extends Section>(section: Name, value: SettingValues[Name]): Texts =>
  textsOfValue(settingSchemas[section], value);

/** An id that no other area has, from the area's name. */
function newAreaId(name: string, taken: Set<string>): string {
  const slug =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .slice(0, 36)
      .replace(/^-+|-+$/g, "") || "area";
  let id = slug;
  for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`;
  taken.add(id);
  return id;
}

/** Areas that were added in the form get their ids here. */
function withAreaIds(areas: unknown): unknown {
  const list = areas as { id: string; name: string }[];
  const taken = new Set(list.map(({ id }) => id));
  return list.map((area) => (area.id === "" ? { ...area, id: newAreaId(area.name, taken) } : area));
}

/** Whoever opens the shop again takes the pause's end and reason away. */
function asPause(value: unknown): unknown {
  const { paused } = value as { paused: boolean };
  return paused ? value : { paused, until: null, reason: null };
}

function valueOfForm(section: Section, texts: Texts | undefined): unknown {
  const value = valueOfTexts(settingSchemas[section], texts);
  if (section === "areas") return withAreaIds(value);
  return section === "pause" ? asPause(value) : value;
}

const version = z.coerce.number().pipe(z.int().min(0));

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
