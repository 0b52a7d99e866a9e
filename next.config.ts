import type { NextConfig } from "next";
import { MULTIPART_BYTES } from "./lib/http/body-sizes";
import { filePolicy, securityHeaders } from "./lib/http/security-headers";

// The built shop's server sets them on every answer, Next's or not (server/answer.ts); in development Next does it.
const everywhere = securityHeaders("").map(([key, value]) => ({ key, value }));
// Pages (server/page-cache/handler.ts, proxy.ts) and the API (lib/http/endpoint.ts) bring a policy of their own; two would both have to be met.
const forFiles = [{ key: "Content-Security-Policy", value: filePolicy }];

const config: NextConfig = {
  typedRoutes: true,
  poweredByHeader: false,
  // For what is made for one request. What does not change is compressed once, by the server in front (server/stored.ts).
  compress: true,
  // server/addresses.ts does it, for the API too.
  skipTrailingSlashRedirect: true,
  // Pages carry their own from the page cache.
  generateEtags: false,
  // A page brings its title along instead of having it follow, for everybody and not for bots alone. The title of the page before leaves
  // with it, so a title that follows leaves the document without one for some frames (tests/e2e/titles.spec.ts).
  htmlLimitedBots: /.*/,
  // `npm test` checks types; a start need not wait for them again.
  typescript: { ignoreBuildErrors: true },
  // Native modules stay outside the bundle.
  serverExternalPackages: ["sharp", "@node-rs/argon2", "postgres", "nodemailer"],
  // The page cache (server/page-cache/handler.ts) is given to Next by the process that serves the build (server/main.ts): it is
  // compiled with that process, and the build itself stores no pages.
  // About three hundred pages with what the browser's router asks of them; the least visited go first.
  cacheMaxMemorySize: 64 * 1024 * 1024,
  // A page that is older than this is rendered before it is shown, rather than after.
  expireTime: 24 * 60 * 60,
  experimental: {
    // With it the router shows an empty head until a page's own has come, so the document has no title meanwhile, as above.
    optimisticRouting: false,
    // Pages live in memory: a disk that fills up or a folder that is read-only must not matter.
    isrFlushToDisk: false,
    // An edit shows within the minute on a page that a browser had prefetched.
    staleTimes: { static: 30, dynamic: 0 },
    // With it Next.js would prefetch no page that is first rendered after the build, which are all sweets and lists.
    prefetchInlining: false,
    // Unknown addresses are answered without the root layout, so that no other page carries the 404 page along.
    globalNotFound: true,
    // The server in front (server/answer.ts) lets through only what may be this large, which is a form with a picture.
    proxyClientMaxBodySize: MULTIPART_BYTES,
    serverActions: { bodySizeLimit: MULTIPART_BYTES },
  },
  // Pictures are stored in every size that a page shows. Next's own resizing would cost a fifth of a second for each call of anybody.
  images: { unoptimized: true },
  headers: async () => [
    ...(process.env.NODE_ENV === "development" ? [{ source: "/:path*", headers: everywhere }] : []),
    { source: "/:folder(media|og|_next|art)/:path*", headers: forFiles },
    { source: "/:file([^/]+\\.[a-z0-9]+)", headers: forFiles },
    // The service worker lives under its own script's policy: it must reach the pages it stands in for.
    {
      source: "/sw.js",
      headers: [{ key: "Content-Security-Policy", value: "default-src 'none'; connect-src 'self'" }],
    },
    {
      source: "/:file(art/.+|[^/]+\\.svg)",
      headers: [{ key: "Cache-Control", value: "public, max-age=3600, stale-while-revalidate=86400" }],
    },
  ],
};

export default config;
