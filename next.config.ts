import type { NextConfig } from "next";

const config: NextConfig = {
  reactCompiler: true,
  typedRoutes: true,
  poweredByHeader: false,
  // `npm test` checks types; a start need not wait for them again.
  typescript: { ignoreBuildErrors: true },
  // Native modules stay outside the bundle.
  serverExternalPackages: ["sharp", "@node-rs/argon2", "postgres"],
  experimental: {
    turbopackRustReactCompiler: true,
    // Pages live in memory: a disk that fills up or a folder that is read-only must not matter.
    isrFlushToDisk: false,
    // An edit shows within the minute on a page that a browser had prefetched.
    staleTimes: { static: 30, dynamic: 0 },
  },
};

export default config;
