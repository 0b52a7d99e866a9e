/*
 * The files that are served as they are: those of the build, of public/ and of the viewer of the API's document. All of them are in memory
 * by their addresses, so no path is ever looked up on the disk, and none is resolved.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { filePolicy, viewerPolicy } from "@/lib/http/security-headers";
import { earlierBuilds } from "./earlier-builds";
import type { Bodies, Stored } from "./page-cache/state";
import { buildFileHeaders, commonHeaders } from "./refusals";
import { encode } from "./stored";

const COMPRESSIBLE = /javascript|css|svg|json|text|xml/;
const TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
  ".json": "application/json; charset=UTF-8",
  ".txt": "text/plain; charset=UTF-8",
  ".woff2": "font/woff2",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".jpg": "image/jpeg",
  ".webmanifest": "application/manifest+json",
};

const FOREVER = "public, max-age=31536000, immutable";

type Served = { address: string; file: string; headers: Stored["headers"] };

/** The scripts, styles and fonts of a build. Their names are made from their content. */
function* staticFiles(buildFolder: string): Generator<Served> {
  for (const [address, file] of filesIn(path.join(buildFolder, "static"), "/_next/static/"))
    yield served(address, file, buildFileHeaders, filePolicy, FOREVER);
}

/** Every file that is served as it is, with its address and its headers. @param buildFolder absolute, in the project's folder */
function* servedFiles(buildFolder: string): Generator<Served> {
  const root = path.dirname(buildFolder);
  yield* staticFiles(buildFolder);
  for (const [address, file] of filesIn(path.join(root, "public"), "/")) {
    // The service worker lives under its own script's policy: it must reach the pages that it stands in for.
    const isWorker = address === "/sw.js";
    const policy = isWorker ? "default-src 'none'; connect-src 'self'" : filePolicy;
    const revalidated = isWorker ? "public, max-age=0" : "public, max-age=3600, stale-while-revalidate=86400";
    const caching = address.startsWith("/media/") ? FOREVER : revalidated;
    yield served(address, file, commonHeaders, policy, caching);
  }
  for (const name of ["swagger-ui-bundle.js", "swagger-ui.css"]) {
    const file = path.join(root, "node_modules/swagger-ui-dist", name);
    yield served(`/api/docs/${name}`, file, commonHeaders, viewerPolicy, "public, max-age=3600");
  }
}

function served(address: string, file: string, common: Stored["headers"], policy: string, caching: string): Served {
  const type = TYPES[path.extname(file)] ?? "application/octet-stream";
  const varying: Stored["headers"] = COMPRESSIBLE.test(type) ? { vary: "Accept-Encoding" } : {};
  const own = { "content-security-policy": policy, "cache-control": caching, "content-type": type, ...varying };
  return { address, file, headers: { ...common, ...own } };
}

function* filesIn(folder: string, prefix: string): Generator<[address: string, file: string]> {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    yield [prefix + path.relative(folder, file).split(path.sep).join("/"), file];
  }
}

const encodedFolder = (buildFolder: string) => path.join(buildFolder, "shop-server/encoded");
const hashOf = (body: Buffer) => createHash("sha1").update(body).digest("base64url");

/** Compresses the files of a finished build as far as it goes, once, so that no start has to do it. */
export async function compressFiles(buildFolder: string): Promise<void> {
  const folder = encodedFolder(buildFolder);
  fs.mkdirSync(folder, { recursive: true });
  const compressible = [...servedFiles(buildFolder)].filter(({ headers }) => headers.vary !== undefined);
  await Promise.all(
    compressible.map(async ({ file }) => {
      const identity = fs.readFileSync(file);
      const { br, gzip: gz } = await encode(identity, zlib.constants.BROTLI_MAX_QUALITY);
      const name = path.join(folder, hashOf(identity));
      if (!br || !gz) return; // too small
      fs.writeFileSync(`${name}.br`, br);
      fs.writeFileSync(`${name}.gz`, gz);
    }),
  );
}

/** The files of a build by their addresses, and the static files of the builds before it. One that changed after the build is sent as it is. */
export function readFiles(buildFolder: string): Map<string, Stored> {
  const files = new Map<string, Stored>();
  addFiles(files, buildFolder, servedFiles(buildFolder));
  for (const earlier of earlierBuilds(buildFolder))
    try {
      addFiles(files, earlier, staticFiles(earlier));
    } catch {
      // Another start is deleting it.
    }
  return files;
}

/** Adds files of a build, and reads none that is there already. */
function addFiles(files: Map<string, Stored>, buildFolder: string, added: Iterable<Served>): void {
  for (const { address, file, headers } of added) {
    if (files.has(address)) continue;
    const identity = fs.readFileSync(file);
    const hash = hashOf(identity);
    const encoded = path.join(encodedFolder(buildFolder), hash);
    const bodies: Bodies = fs.existsSync(`${encoded}.br`)
      ? { identity, br: fs.readFileSync(`${encoded}.br`), gzip: fs.readFileSync(`${encoded}.gz`) }
      : { identity };
    files.set(address, { headers, etag: `W/"${hash}"`, bodies });
  }
}
