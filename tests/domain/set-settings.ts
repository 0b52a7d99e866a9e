import type { Section } from "@/db/constants/settings";
import { saveSettings } from "@/lib/settings/commands";
import { defaultSettings } from "@/lib/settings/defaults";
import { currentSettings } from "@/lib/settings/queries";
import type { SettingValues } from "@/lib/settings/schema";
import { anAdmin, type Member } from "../support/factories";
import { pool } from "../support/sql";

let owner: Promise<Member> | undefined;

/** Saves a section of the settings: its defaults with these changes, whatever it was. */
export async function setSettings<Name extends Section>(section: Name, changes: Partial<SettingValues[Name]>) {
  owner ??= anAdmin();
  const { versions } = await currentSettings();
  const value = { ...defaultSettings[section], ...changes };
  await saveSettings(await owner, section, { version: versions[section], value }, pool);
}
