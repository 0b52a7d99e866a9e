// Three machines with etcd, Patroni and PostgreSQL 15 each, as tests/ha/config says.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { withTimeLimit } from "@/scripts/time-limit";
import { type Machine, makeNetwork } from "./network";
import { endLater, findProgram, makeFolder, type Program, startProgram, until, writeConfig } from "./programs";

export type Node = Machine & {
  folder: string;
  /** Starts what is not running: etcd and Patroni, which starts PostgreSQL. */
  start: () => void;
  startEtcd: () => void;
  /** What Patroni answers to a path; 0 when it does not answer. */
  ask: (where: string) => Promise<{ status: number; body: any }>;
  /** The process of PostgreSQL itself. */
  postmaster: () => number;
  programs: () => Program[];
};

export type Cluster = {
  nodes: Node[];
  passwords: { superuser: string; shop: string };
  /** The node that Patroni calls the primary, among those that answer. */
  primary: () => Promise<Node | undefined>;
  /** The same, when there is one. */
  anyPrimary: () => Promise<Node>;
  /** The members as Patroni on a node sees them. */
  members: (from: Node) => Promise<{ name: string; role: string; state: string; lag?: number }[]>;
  /** Waits until all nodes run, one is the primary and one the synchronous standby. */
  whole: (atMost?: number) => Promise<number>;
  /** A planned change of the primary. */
  switchover: (to: Node) => Promise<void>;
};

export async function startCluster(names = ["a", "b", "c"]): Promise<Cluster> {
  for (const program of ["etcd", "patroni", "postgres", "ip", "setpriv"] as const) findProgram(program);
  const { host, machines } = makeNetwork(names);
  const secret = () => randomBytes(12).toString("hex");
  const api = secret();
  const shared = {
    API_PASSWORD: api,
    SUPERUSER_PASSWORD: secret(),
    REPLICATION_PASSWORD: secret(),
    NETWORK: `${host.replace(/\.1$/, ".0")}/24`,
    ETCD_PEERS: machines.map(({ name, address }) => `${name}=http://${address}:2380`).join(","),
    ETCD_HOSTS: machines.map(({ address }) => `${address}:2379`).join(","),
  };
  const nodes = machines.map((machine) => aNode(machine, shared));
  for (const node of nodes) node.startEtcd();
  // Patroni needs two etcds to end as it should.
  endLater("barrier");
  for (const node of nodes) node.start();

  const primary = async () => {
    const roles = await Promise.all(nodes.map(async (node) => (await node.ask("/primary")).status));
    return nodes[roles.indexOf(200)];
  };
  const members: Cluster["members"] = async (from) => (await from.ask("/cluster")).body?.members ?? [];
  const whole = (atMost = 90_000) =>
    until(
      async () => {
        const at = await primary();
        if (!at) return false;
        const list = await members(at);
        const roles = list
          .filter(({ state, lag = 0 }) => /running|streaming/.test(state) && lag < 1e6)
          .map(({ role }) => role);
        return roles.length === nodes.length && roles.includes("leader") && roles.includes("sync_standby");
      },
      { atMost, because: "The cluster was not whole", of: nodes.flatMap((node) => node.programs()) },
    );
  const anyPrimary = async () => {
    const found: Node[] = [];
    const look = async () => found.push(...[await primary()].filter((node) => node !== undefined)) > 0;
    await until(look, { because: "There was no primary" });
    return found[0] as Node;
  };
  const change = async (from: Node, method: string, where: string, body: object) => {
    const response = await fetch(`http://${from.address}:8008${where}`, {
      method,
      headers: { authorization: `Basic ${Buffer.from(`patroni:${api}`).toString("base64")}` },
      body: JSON.stringify(body),
    });
    if (response.status >= 300) throw new Error(`${method} ${where} was refused: ${await response.text()}`);
  };
  const switchover = async (to: Node) => {
    const leader = await anyPrimary();
    if (leader === to) return;
    // Only a synchronous standby may take over: for a moment all of them are.
    await change(leader, "PATCH", "/config", { synchronous_node_count: nodes.length - 1 });
    const isSynchronous = async () =>
      (await members(leader)).some(({ name, role }) => name === to.name && role === "sync_standby");
    await until(isSynchronous, { because: `${to.name} was not made synchronous` });
    await change(leader, "POST", "/switchover", { leader: leader.name, candidate: to.name });
    await until(async () => (await primary()) === to, { because: `${to.name} did not take over` });
    await change(to, "PATCH", "/config", { synchronous_node_count: 1 });
  };
  await whole();
  return {
    nodes,
    passwords: { superuser: shared.SUPERUSER_PASSWORD, shop: secret() },
    primary,
    anyPrimary,
    members,
    whole,
    switchover,
  };
}

function aNode(machine: Machine, shared: Record<string, string>): Node {
  const folder = makeFolder(machine.name);
  const values = { ...shared, NAME: machine.name, ADDRESS: machine.address, FOLDER: folder };
  const etcdConfig = writeConfig("etcd.yml", folder, values);
  const patroniConfig = writeConfig("patroni.yml", folder, values);
  const options = { cwd: folder, namespace: machine.namespace };
  let etcd: Program | undefined;
  let patroni: Program | undefined;
  const startEtcd = () => {
    if (!etcd?.isRunning()) etcd = startProgram("etcd", "etcd", ["--config-file", etcdConfig], options);
  };
  return {
    ...machine,
    folder,
    startEtcd,
    start() {
      startEtcd();
      if (!patroni?.isRunning()) patroni = startProgram("patroni", "patroni", [patroniConfig], options);
    },
    async ask(where) {
      try {
        return await withTimeLimit(1_000, async (signal) => {
          const response = await fetch(`http://${machine.address}:8008${where}`, { signal });
          const text = await response.text();
          return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
        });
      } catch {
        return { status: 0, body: undefined };
      }
    },
    postmaster: () => Number(fs.readFileSync(path.join(folder, "postgresql/postmaster.pid"), "utf8").split("\n", 1)[0]),
    programs: () => [etcd, patroni].filter((program) => program !== undefined),
  };
}
