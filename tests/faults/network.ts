// The network between the shop and its database, which loses what is sent without a word to either side.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";

/** "established" loses what goes over connections, new ones included; "new" leaves even the first packet of a connection unanswered. */
export type Loss = "established" | "new";

/** Stands in front of the database at `address`; the shop is given `url` instead. */
export async function aNetwork(address: string) {
  const target = new URL(address);
  const [host, onward] = [target.hostname, Number(target.port)];
  /** What stays lost for good of each connection that was open or opened while packets were lost. */
  const pairs = new Set<{ near: net.Socket; far: net.Socket; isLost: boolean }>();
  let isLosing = false;
  let silent: ChildProcess | undefined;
  const fillers: net.Socket[] = [];

  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    const far = net.connect({ port: onward, host, allowHalfOpen: true });
    const pair = { near, far, isLost: isLosing };
    pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("data", (bytes) => pair.isLost || to.write(bytes));
      from.on("end", () => pair.isLost || to.end());
      from.on("error", () => pair.isLost || to.destroy());
      from.on("close", () => pair.isLost || to.destroy());
    }
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address() as net.AddressInfo;
  target.hostname = "127.0.0.1";
  target.port = String(port);

  /** A listener that is stopped and whose queue is full: the kernel answers no further SYN. */
  async function answerNobody() {
    const code = `require("net").createServer().listen({ port: ${port}, host: "127.0.0.1", backlog: 1 }, () => console.log("listens"))`;
    silent = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
    await once(silent.stdout as NonNullable<ChildProcess["stdout"]>, "data");
    silent.kill("SIGSTOP");
    // More than its queue takes: the kernel has answered those that fit in when the first is connected.
    for (let i = 0; i < 16; i++) fillers.push(net.connect(port, "127.0.0.1").on("error", () => {}));
    await once(fillers[0] as net.Socket, "connect");
  }

  return {
    url: target.href,
    async lose(what: Loss) {
      isLosing = true;
      for (const pair of pairs) pair.isLost = true;
      if (what === "established") return;
      server.close();
      await answerNobody();
    },
    /** New connections get through again; the old ones stay silent towards the shop, and the database sees them end. */
    async restore() {
      isLosing = false;
      for (const pair of pairs) if (pair.isLost) pair.far.destroy();
      if (!silent) return;
      silent.kill("SIGKILL");
      await once(silent, "close");
      silent = undefined;
      for (const filler of fillers.splice(0)) filler.destroy();
      await listen(port);
    },
    async end() {
      await this.restore();
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy();
      server.close();
    },
  };
}
