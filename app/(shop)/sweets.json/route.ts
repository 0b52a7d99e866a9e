import { isBuildPhase } from "@/lib/build-phase";
import { readSuggestions } from "@/lib/catalogue/queries";

export const dynamic = "force-static";
// In seconds. Changes expire it at once, by NOTIFY; this covers a notification that was lost.
export const revalidate = 300;

export const GET = async () =>
  Response.json(isBuildPhase() ? [] : await readSuggestions(), { headers: { "x-robots-tag": "noindex" } });
