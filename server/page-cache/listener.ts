import { z } from "zod";
import { NotificationListener } from "@/db/notifications";
import { categorySlugs } from "@/lib/catalogue/listing";
import { slugsShowing } from "@/lib/catalogue/queries";
import { isDatabaseUp } from "@/lib/http/health";
import { logFault } from "@/lib/http/log";
import { forgetSettings } from "@/lib/settings/queries";
import { expireCatalogue, expireEverything, expirePages } from "./expire";
import { pageCacheState } from "./state";
import { FESTIVALS } from "./tags";

/** What a change of the settings and of a sweet notifies (the triggers of the database); `{}` means the whole catalogue. */
const settingsChanged = z.object({ settings: z.literal(true) });
const sweetChanged = z.object({ id: z.int(), slug: z.string(), categories: z.array(z.string()) });

const state = pageCacheState();

const listener = new NotificationListener({
  onConnect: () => {
    state.databaseUnavailable = false;
    // What changed while nobody listened is not known.
    forgetSettings();
    expireEverything();
  },
  // A defect here must not end the process that serves: pages also expire by time.
  onNotification: (payload) =>
    void expireChanged(payload).catch((error) => logFault(error, "-", `notification ${payload.slice(0, 200)}`)),
  onDisconnect: () => {
    state.databaseUnavailable = true;
  },
});

// The connection that listens leads to the server itself: the pools, behind a pooler, may fail while it works, and the other way round.
state.isDatabaseUp = isDatabaseUp;

/** Keeps this process listening for changes of the catalogue, to expire the pages that show them. To be called every second. */
export const maintainListener = (): Promise<void> => listener.maintain();

/** Drops the connection of a database that can no longer be reached. */
export const dropListener = (): void => listener.disconnect();

async function expireChanged(payload: string) {
  const json = parseJson(payload);
  if (settingsChanged.safeParse(json).success) {
    forgetSettings();
    return expireEverything();
  }
  const changed = sweetChanged.safeParse(json);
  if (!changed.success) return expireCatalogue();
  const { id, slug, categories } = changed.data;
  const everyList = ["ALL", "Gift Boxes"] as const;
  const lists = [...everyList, ...categories].flatMap((name) => categorySlugs.get(name) ?? []);
  // At once for the pages that are known; those that show it as related need a query.
  expirePages(["/home", "/categories", "/sitemap.xml", "/sweets.json", `/products/${slug}`], [...lists, FESTIVALS]);
  try {
    const related = await slugsShowing(id, categories);
    expirePages(
      related.map((other) => `/products/${other}`),
      [],
    );
  } catch {
    expireCatalogue();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
