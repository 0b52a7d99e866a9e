import { isIPv6 } from "node:net";

/** Whom an address counts for: an IPv4 address for itself, an IPv6 address for its /64, of which whoever has one has all 2^64. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, "");
  if (!isIPv6(plain)) return address;
  // The URL parser writes every form of an address alike, in groups of hexadecimal digits.
  const [left = "", right] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
  const groups = left.split(":").filter(Boolean);
  const last = right?.split(":").filter(Boolean) ?? [];
  const all = [...groups, ...Array<string>(8 - groups.length - last.length).fill("0"), ...last];
  if (all.slice(0, 6).join() === "0,0,0,0,0,ffff") {
    const [high = 0, low = 0] = all.slice(6).map((group) => Number.parseInt(group, 16));
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return `${all.slice(0, 4).join(":")}::/64`;
}

/** Whom a request counts for, by the address that it came from: server/inspect-request.ts has corrected this field. */
export const addressOf = (headers: Headers) => networkOf(headers.get("x-forwarded-for") ?? "unknown");
