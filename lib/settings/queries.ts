import { eq } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { type Section, sections } from "@/db/constants/settings";
import { settings, settingsHistory, sweets } from "@/db/schema";
import { built, run } from "@/db/transaction";
import type { May, MayOne } from "@/lib/auth/actor";
import { isBuildPhase } from "@/lib/build-phase";
import { shopNow } from "@/lib/clock";
import { isDatabaseUnavailable } from "@/lib/errors";
import { onePerProcess } from "@/lib/one-per-process";
import { shop } from "@/lib/shop";
import { festivalState } from "./calendar";
import { defaultSettings } from "./defaults";
import { bannersAt, isPaused, shopFacts, shownNotice } from "./facts";
import type { SweetName } from "./form-texts";
import { readableSections } from "./permissions";
import { samplesInWords, samplesOf } from "./samples";
import type { SettingValues } from "./schema";

export type Settings = {
  values: SettingValues;
  /** The version of each section; 0 while it has its default. */
  versions: Record<Section, number>;
  /** The sum of the versions: it is the same only while no section has changed. */
  revision: number;
};

/** Milliseconds for which settings are taken from this process's memory. Other instances see a change after this time at most. */
const MAX_AGE_MS = 500;

type Cache = { settings?: Settings; readAt: number; loading?: Promise<Settings>; generation: number };
const cache = onePerProcess("settings", (): Cache => ({ readAt: 0, generation: 0 }));

const unsaved: Settings = {
  values: defaultSettings,
  versions: Object.fromEntries(sections.map((section) => [section, 0])) as Record<Section, number>,
  revision: 0,
};

const selectSettings = built((db) =>
  db.select({ section: settings.section, version: settings.version, value: settings.value }).from(settings),
);

export async function readSettings(db: Executor = readDb()): Promise<Settings> {
  const rows = await run(selectSettings(db));
  const values: Partial<SettingValues> = Object.fromEntries(rows.map(({ section, value }) => [section, value]));
  const versions = Object.fromEntries(rows.map(({ section, version }) => [section, version]));
  return {
    values: {
      ...defaultSettings,
      ...values,
      // What is newer than what was saved is as by default: payment online is off, a kind is on.
      payments: { ...defaultSettings.payments, ...values.payments },
      messages: { ...defaultSettings.messages, ...values.messages },
    },
    versions: { ...unsaved.versions, ...(versions as Partial<Settings["versions"]>) },
    revision: rows.reduce((sum, { version }) => sum + version, 0),
  };
}

/** The shop's settings, at most half a second old. */
export async function currentSettings(): Promise<Settings> {
  if (isBuildPhase()) return unsaved;
  if (cache.settings && performance.now() - cache.readAt < MAX_AGE_MS) return cache.settings;
  cache.loading ??= load();
  return cache.loading;
}

async function load(): Promise<Settings> {
  const { generation } = cache;
  const startedAt = performance.now();
  try {
    const read = await readSettings();
    if (generation === cache.generation) Object.assign(cache, { settings: read, readAt: startedAt });
    return read;
  } finally {
    if (generation === cache.generation) cache.loading = undefined;
  }
}

/** Makes the next reader ask the database: the settings have changed. */
export function forgetSettings(): void {
  cache.generation++;
  cache.loading = undefined;
  cache.readAt = Number.NEGATIVE_INFINITY;
}

/** The settings for a page, which is shown with the last known ones while the database is unavailable. */
export async function settingsForPage(): Promise<Settings> {
  try {
    return await currentSettings();
  } catch (error) {
    if (isDatabaseUnavailable(error)) return cache.settings ?? unsaved;
    throw error;
  }
}

/** The shop's facts as pages show them. */
export const factsForPage = async () => shopFacts((await settingsForPage()).values.shop);

/** What checkout offers, and whom a UPI app pays. */
export async function paymentsForPage() {
  const { payments } = (await settingsForPage()).values;
  return { ...payeeOf(payments), online: payments.online };
}

/** What stands above every page now. */
export const bannersForPage = async (now = shopNow()) => bannersAt((await settingsForPage()).values, now);

/** The seed stores festivals as version 1 without a change; what the owner saves is recorded as one. */
async function hasSampleFestivals(version: number): Promise<boolean> {
  if (version !== 1) return false;
  return (await readDb().$count(settingsHistory, eq(settingsHistory.section, "festivals"))) === 0;
}

/** What of the facts and festivals is still a sample, in words. Festivals are until the owner has saved their section. */
export async function samplesLeft(): Promise<string[]> {
  const { values, versions } = await settingsForPage();
  const facts = samplesInWords(values.shop);
  return (await hasSampleFestivals(versions.festivals)) ? [...facts, "festivals"] : facts;
}

const festivalsAt = ({ values }: Settings, now: Date) =>
  values.festivals.map((festival) => ({ ...festival, state: festivalState(festival, now) }));

/** The festivals and where each stands, for a page. */
export const festivalsForPage = async (now = shopNow()) => festivalsAt(await settingsForPage(), now);

/** The same for `GET /festivals`. */
export const publicFestivals = async (now = shopNow()) => festivalsAt(await currentSettings(), now);

/** The payments as anybody may know them; a UPI app shows the shop's name unless the settings have another. */
const payeeOf = ({ upiId, payeeName, cod }: SettingValues["payments"]) => ({
  upiId,
  payeeName: payeeName ?? shop.name,
  cod,
});

/** What anybody may know of the shop, for `GET /shop`. */
export async function publicShop(now = shopNow()) {
  const { values } = await currentSettings();
  const { pause, notice } = values;
  const { accepted: _, ...facts } = values.shop;
  const paused = isPaused(pause, now);
  return {
    name: shop.name,
    since: shop.since,
    tagline: shop.tagline,
    ...facts,
    samples: samplesOf(values.shop),
    paused,
    pause: paused ? { until: pause.until, reason: pause.reason } : null,
    notice: shownNotice(notice, now) && notice,
    payments: payeeOf(values.payments),
    gstin: values.tax.gstin,
  };
}

/** Every sweet by name, deleted ones too. */
export async function sweetNames(_actor: May<"opening:read">, db = readDb()): Promise<SweetName[]> {
  const rows = await db
    .select({ id: sweets.id, name: sweets.name, deletedAt: sweets.deletedAt })
    .from(sweets)
    .orderBy(sweets.name);
  return rows.map(({ deletedAt, ...sweet }) => ({ ...sweet, deleted: deletedAt !== null }));
}

type EditableSettings = { [Name in Section]?: { version: number; value: SettingValues[Name] } };

/** The sections that the actor may read, each with its version, as its editor needs it. */
export async function editableSettings(actor: MayOne<"opening:read" | "settings:read">): Promise<EditableSettings> {
  const { values, versions } = await readSettings();
  const entries = readableSections(actor).map((name) => [name, { version: versions[name], value: values[name] }]);
  return Object.fromEntries(entries) as EditableSettings;
}
