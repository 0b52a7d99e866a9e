// What Next.js must not see as it came: a wrong Host, a method that it cannot represent, an address that the client made up, headers that are
// Next's own.
import { isIP } from "node:net";
import { METHODS } from "./refusals.mjs";

/** What only Next.js itself, proxy.ts or a host of its makers writes: from a client it would say what a page is made of, or that it is to be made anew. */
const INTERNAL =
  /^(content-security-policy(-report-only)?|x-nonce|x-matched-path|next-resume|x-prerender-revalidate.*|x-(nextjs|next|middleware|invoke|now|vercel)-.*)$/;

const port = Number(process.env.PORT || 3000);
const trustProxy = process.env.TRUST_PROXY === "on";

/**
 * Makes a request's address and headers true, or says why it is refused.
 * @param {import("node:http").IncomingMessage} request
 * @returns {[status: number, code: string, detail: string] | undefined}
 */
export function inspect(request) {
  const { headers, method = "", url = "" } = request;
  if (!METHODS.includes(method)) return [405, "method_not_allowed", `The method ${method} is not supported.`];
  if (!url.startsWith("/")) {
    const absolute = /^https?:\/\/([^/?#]*)([^#]*)$/i.exec(url); // allowed by RFC 9112, 3.2.2
    if (!absolute) return [400, "bad_request", "The request target is not valid."];
    headers.host = absolute[1];
    request.url = absolute[2]?.startsWith("/") ? absolute[2] : `/${absolute[2]}`;
  }
  if (!isDecodable(request.url ?? "")) return [400, "bad_request", "The path is not valid."];
  if (request.httpVersion === "1.0") headers.host ??= `localhost:${port}`;
  const hosts = request.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === "host").length;
  if (hosts > 1 || !isHost(headers.host ?? "")) return [400, "bad_request", "The Host header is missing or not valid."];

  const socketAddress = plain(request.socket.remoteAddress ?? "");
  // The last address is the one that our proxy wrote; those before it are the client's word.
  const forwarded = trustProxy ? plain(headers["x-forwarded-for"]?.toString().split(",").at(-1)?.trim() ?? "") : "";
  headers["x-forwarded-for"] = isIP(forwarded) ? forwarded : socketAddress;
  for (const name of Object.keys(headers)) if (INTERNAL.test(name)) delete headers[name];
  // APP_URL says how shoppers reach the shop. Next would take a scheme given here for that of its own port, and fail when it
  // fetches, over TLS from itself, the page that an action redirects to.
  for (const name of ["forwarded", "x-real-ip", "x-forwarded-proto", "x-forwarded-port"]) delete headers[name];
  if (!trustProxy) delete headers["x-forwarded-host"];
  return undefined;
}

/** What Next would stumble over: a percent sign that begins no character. @param {string} url */
function isDecodable(url) {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** @param {string} host */
const isHost = (host) => /^([a-z0-9]([a-z0-9._-]{0,253})|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i.test(host);

/** @param {string} address An IPv4 address without its IPv6 clothes. */
const plain = (address) => address.replace(/^::ffff:(?=\d+\.)/i, "");
