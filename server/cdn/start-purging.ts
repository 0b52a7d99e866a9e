import { env } from "@/lib/env";
import { faultCode } from "@/lib/errors";
import { logLine } from "@/lib/http/log";
import { exportMetric } from "@/lib/metrics";
import { pageCacheState } from "../page-cache/state";
import { Purger, type Send } from "./purger";
import { type VendorName, vendorOf } from "./vendors";

/**
 * Has the CDN purged from now on of what expires in this process's page cache: one purger for each address of CDN_PURGE_URL, none
 * without it. Every process purges; docs/decisions/0023-cdn-purged-by-tags.md says why.
 */
export function startPurging(): Purger[] {
  const { CDN_PURGE, CDN_PURGE_URL = [], CDN_PURGE_TOKEN } = env;
  const purgers = CDN_PURGE ? CDN_PURGE_URL.map((url) => makePurger(CDN_PURGE, url, CDN_PURGE_TOKEN)) : [];
  const sum = (result: "sent" | "failed") => purgers.reduce((all, { counts }) => all + counts[result], 0);
  exportMetric({
    name: "mithaas_cdn_purges_total",
    help: "Requests to the CDN to purge pages, by result; absent without one.",
    type: "counter",
    read: () =>
      purgers.length > 0
        ? (["sent", "failed"] as const).map((result) => ({ labels: { result }, value: sum(result) }))
        : [],
  });
  if (purgers.length === 0) return [];
  pageCacheState().purge = (tags) => {
    for (const purger of purgers) purger.purge(tags);
  };
  return purgers;
}

export function makePurger(
  vendor: VendorName,
  url: string,
  token?: string,
  times?: ConstructorParameters<typeof Purger>[3],
) {
  const { maxTags, request } = vendorOf(vendor);
  const { host } = new URL(url);
  const send: Send = async (tags, signal) => {
    // A redirect would carry the token elsewhere.
    const response = await fetch(url, { ...request(tags, token), signal, redirect: "error", cache: "no-store" });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`it answers ${response.status}`);
  };
  const log = (failure: unknown) =>
    logLine(
      failure === undefined
        ? { level: "info", where: "cdn", host, state: "purged again" }
        : { level: "error", where: "cdn", host, state: "cannot be purged", error: reasonOf(failure) },
    );
  return new Purger(send, maxTags, log, times);
}

/** Never with what was sent: the token is in it. */
const reasonOf = (failure: unknown) => faultCode(failure) ?? (failure instanceof Error ? failure.message : "unknown");
