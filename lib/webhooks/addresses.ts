import { Resolver } from "node:dns/promises";
import { BlockList, isIP, isIPv4 } from "node:net";

/* Where a webhook may lead: to public addresses only, so that nobody has the shop call its own machine or network. */

const blockList = (networks: string) => {
  const list = new BlockList();
  for (const network of networks.split(" ")) {
    const [address = "", prefix] = network.split("/");
    list.addSubnet(address, Number(prefix), isIPv4(address) ? "ipv4" : "ipv6");
  }
  return list;
};

// Of the special-purpose registries of IANA: what is not globally reachable, and what leads to IPv4 inside of IPv6.
const special = blockList(
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 2001::/23 2001:db8::/32 2002::/16 3fff::/20",
);
// All of IPv6 that is given to anybody. Loopback, link-local, private, mapped and translated addresses are outside of it.
const unicast = blockList("2000::/3");
const loopback = blockList("127.0.0.0/8 ::1/128");

/** Whether a webhook may connect to this IP address. `withLoopback`: also to this machine itself, for tests. */
export function isAllowed(address: string, withLoopback: boolean): boolean {
  const family = isIPv4(address) ? "ipv4" : "ipv6";
  if (withLoopback && loopback.check(address, family)) return true;
  if (family === "ipv6" && !unicast.check(address, family)) return false;
  return isIP(address) !== 0 && !special.check(address, family);
}

/** No address of a host is one to which a webhook may connect. */
export class PrivateAddress extends Error {}

export type Address = { address: string; family: 4 | 6 };

/** Asks the DNS for the IP addresses of a name, IPv4 first. */
async function resolve(name: string, signal: AbortSignal): Promise<string[]> {
  // Not the system's lookup: it takes one of the few threads that read files and hash passwords, for as long as a name server is silent.
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [four, six].flatMap((asked) => (asked.status === "fulfilled" ? asked.value : []));
    if (found.length === 0)
      throw new Error(`${name} has no address`, { cause: four.status === "rejected" && four.reason });
    return found;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/**
 * The IP addresses of a URL's host to which a webhook may connect; an IP address in the URL is the only one. Throws `PrivateAddress` when
 * there is none among those that it has.
 */
export async function addressesOf(
  { hostname }: URL,
  { withLoopback, signal, lookup = resolve }: { withLoopback: boolean; signal: AbortSignal; lookup?: typeof resolve },
): Promise<Address[]> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const isLocal = /(^|\.)localhost\.?$/.test(host);
  const all = isIP(host) ? [host] : isLocal ? ["127.0.0.1", "::1"] : await lookup(host, signal);
  const allowed = all.filter((address) => isAllowed(address, withLoopback));
  if (allowed.length === 0) throw new PrivateAddress(`${host} is no public address`);
  return allowed.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
}
