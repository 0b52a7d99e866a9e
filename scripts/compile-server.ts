// Compiles server/ into a build: Node 20 runs no TypeScript, and a build that holds its own server is whole.
import path from "node:path";
import esbuild from "esbuild";
import { compressFiles } from "../server/files";
import { root } from "./install.mjs";

/** The process, the page cache that it gives to Next.js, and its files in every encoding. @param folder that of the build */
export async function compileServer(folder: string) {
  const options: esbuild.BuildOptions = {
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node20",
    // Both must use the Next.js that the build was made with, which is loaded from node_modules; native modules
    // cannot be bundled, and the libraries of metrics and of S3 are loaded only when needed. postgres is the copy that Next.js uses.
    external: ["next", "next/*", "prom-client", "@aws-sdk/client-s3", "postgres", "sharp", "@node-rs/argon2"],
    logLevel: "warning",
  };
  const target = path.join(folder, "shop-server");
  await Promise.all([
    esbuild.build({
      ...options,
      entryPoints: ["server/main.ts"],
      format: "esm",
      outdir: target,
      outExtension: { ".js": ".mjs" },
      // What main.ts imports later stays in files of its own.
      splitting: true,
    }),
    // Next's files are CommonJS and have no list of exports, so that `import` would not find them without their suffix.
    esbuild.build({
      ...options,
      entryPoints: ["server/page-cache/handler.ts"],
      format: "cjs",
      outfile: `${target}/page-cache.cjs`,
    }),
  ]);
  await compressFiles(folder);
}
