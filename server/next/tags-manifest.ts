/*
 * Next's record of expired tags. What the documentation offers, revalidateTag and updateTag, works only inside a request;
 * pages must also be expired when the database says that a sweet changed. tests/unit/next-contract.test.ts fails when an
 * upgrade changes the record.
 */
import { tagsManifest } from "next/dist/server/lib/incremental-cache/tags-manifest.external";

/** Expires at once whatever carries one of the tags. */
export function expireTags(tags: Iterable<string>): void {
  const expired = Date.now();
  for (const tag of tags) tagsManifest.set(tag, { ...tagsManifest.get(tag), expired });
}
