import { saveSettings } from "@/lib/settings/commands";
import { defaultSettings } from "@/lib/settings/defaults";
import { currentSettings, forgetSettings } from "@/lib/settings/queries";
import type { SettingValues } from "@/lib/settings/schema";
import { anAdmin } from "./factories";
import { pool, sql } from "./sql";

/** Saves a section of the settings on top of whatever version it has. */
export async function save<Name extends keyof SettingValues>(section: Name, value: SettingValues[Name]) {
  forgetSettings();
  const { versions } = await currentSettings();
  await saveSettings(await anAdmin(), section, { version: versions[section], value }, pool);
}
/** Saves the windows with some of it other than usual. */
export const saveWindows = (change: Partial<SettingValues["windows"]>) =>
  save("windows", { ...defaultSettings.windows, ...change });
/** All sections are as they were in the beginning. */
export async function resetSettings() {
  await sql`delete from settings`;
  forgetSettings();
}
