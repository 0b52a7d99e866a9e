// Varnish in front of shops, with the file that docs/operations.md recommends.
import fs from "node:fs";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { root } from "@/scripts/install.mjs";
import { makeFolder, type Program, startProgram, until, writeFile } from "./programs";

export const PURGE_TOKEN = "a-secret-token";
const XKEY = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"];

/** Throws one line when the module for tags is missing. */
export function findXkey(): void {
  const file = "varnish/vmods/libvmod_xkey.so";
  if (!XKEY.some((folder) => fs.existsSync(path.join(folder, file))))
    throw new Error("Varnish has no xkey: apt-get install varnish-modules (Debian 12)");
}

/** @param added VCL at the end of vcl_backend_response */
export async function startVarnish(port: number, shopPorts: [number, number], added = ""): Promise<Program> {
  const folder = makeFolder(`varnish-${port}`);
  const text = fs
    .readFileSync(path.join(root, "docs/cdn/varnish.vcl"), "utf8")
    .replace('"3001"', `"${shopPorts[0]}"`)
    .replace('"3002"', `"${shopPorts[1]}"`)
    .replace("change-me", PURGE_TOKEN)
    .replace(/(sub vcl_backend_response \{[\s\S]*?)\n\}\n/, `$1\n${added}\n}\n`);
  const vcl = writeFile(path.join(folder, "mithaas.vcl"), text);
  const args = [
    "-F",
    "-a",
    `127.0.0.1:${port}`,
    "-T",
    "none",
    "-j",
    "none",
    "-n",
    path.join(folder, "work"),
    "-f",
    vcl,
  ];
  const settings = ["-s", "malloc,128m", "-p", "http_gzip_support=off"];
  const varnish = startProgram("varnish", "varnishd", [...args, ...settings], { cwd: folder });
  await until(async () => (await ask(port, "/api/live")).status === 200, {
    because: "Varnish did not answer",
    of: [varnish],
  });
  return varnish;
}

export type Got = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** It was not asked of a shop. */
  isHit: boolean;
};
/** `isRead: false` leaves the text out, to measure speed. */
type Asked = { method?: string; headers?: Record<string, string>; body?: string; isRead?: boolean };
const agent = new Agent({ keepAlive: true });
const decoders = { br: promisify(zlib.brotliDecompress), gzip: promisify(zlib.gunzip) };

/** One request, with any header and method; status 0 when there is no answer. */
export function ask(
  port: number,
  where: string,
  { method = "GET", headers = {}, body = "", isRead = true }: Asked = {},
): Promise<Got> {
  return new Promise((resolve) => {
    const none: Got = { status: 0, headers: {}, text: "", isHit: false };
    const sent = request(
      { port, host: "127.0.0.1", path: where, method, headers, agent, timeout: 20_000 },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.once("error", () => resolve(none));
        response.on("end", async () => {
          const bytes = Buffer.concat(chunks);
          const encoding = response.headers["content-encoding"] as keyof typeof decoders | undefined;
          const isEncoded = encoding && bytes.length > 0;
          const text = isRead ? (isEncoded ? await decoders[encoding](bytes) : bytes).toString() : "";
          const isHit = response.headers["x-cache"] === "HIT";
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, isHit });
        });
      },
    );
    sent.once("timeout", () => sent.destroy());
    sent.once("error", () => resolve(none));
    sent.end(body);
  });
}
