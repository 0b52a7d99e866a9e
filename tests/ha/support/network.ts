// Machines that a test can cut off as a network does: a network namespace each, joined by a bridge. Nothing of it is reachable from
// outside of this machine.
import { spawnSync } from "node:child_process";
import { endLater, findProgram } from "./programs";

export type Machine = {
  name: string;
  namespace: string;
  address: string;
  /** Packets to and from it vanish; neither side is notified. */
  cutOff: () => void;
  reconnect: () => void;
  /** Kills every process on it at once, as a power cut does. */
  kill: () => void;
};

function ip(...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(findProgram("ip"), args, { encoding: "utf8" });
  if (status === 0) return stdout;
  const reason = (error?.message ?? stderr).trim();
  throw new Error(`ip ${args.join(" ")}: ${reason}`);
}

/** Makes machines of these names. The test's own processes reach them by their addresses, and they reach each other. */
export function makeNetwork(names: string[]): { host: string; machines: Machine[] } {
  const id = process.pid.toString(36);
  const bridge = `mh${id}`;
  // 198.18.0.0/15 is reserved for tests of networks (RFC 2544).
  const taken = ip("-4", "-o", "addr");
  const third = Array.from({ length: 250 }, (_, i) => i + 1).find((n) => !taken.includes(`198.18.${n}.`));
  const subnet = `198.18.${third}`;
  try {
    ip("link", "add", bridge, "type", "bridge", "forward_delay", "0");
  } catch (error) {
    throw new Error(`This test makes network namespaces: run it as root on Linux (${(error as Error).message})`);
  }
  endLater(`link ${bridge}`);
  ip("addr", "add", `${subnet}.1/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
  const machines = names.map((name, i) => {
    const [namespace, outside, address] = [`${bridge}-${name}`, `${bridge}v${i}`, `${subnet}.${11 + i}`];
    ip("netns", "add", namespace);
    endLater(`namespace ${namespace}`);
    ip("link", "add", outside, "type", "veth", "peer", "name", "eth0", "netns", namespace);
    ip("link", "set", outside, "master", bridge, "up");
    const inside = (...args: string[]) => ip("-n", namespace, ...args);
    inside("addr", "add", `${address}/24`, "dev", "eth0");
    inside("link", "set", "eth0", "up");
    inside("link", "set", "lo", "up");
    return {
      name,
      namespace,
      address,
      cutOff: () => void ip("link", "set", outside, "nomaster"),
      reconnect: () => void ip("link", "set", outside, "master", bridge),
      kill: () => {
        for (const pid of ip("netns", "pids", namespace).split("\n").filter(Boolean)) {
          try {
            process.kill(Number(pid), "SIGKILL");
          } catch {
            // it ended with another one
          }
        }
      },
    };
  });
  return { host: `${subnet}.1`, machines };
}
