// nightly: needs nginx, and waits for its limits of silence; guards deploy/nginx.conf
// deploy/nginx.conf in front of the shop: whom its limits refuse and whom not. Only its addresses, ports and paths are replaced. Clients
// have addresses of their own: on Linux all of 127.0.0.0/8 are this machine's. Slow: silence is cut off after 15 s.
import fs from "node:fs";
import http2 from "node:http2";
import os from "node:os";
import path from "node:path";
import tls from "node:tls";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "@/scripts/ports";
import { run, start } from "@/scripts/processes.mjs";
import { endLater, findProgram } from "../ha/support/programs";
import { selfSigned } from "../support/tls-proxy";
import { abreast, anInstance, type Instance, logText, until } from "./shop";

let missing = "";
try {
  findProgram("nginx");
} catch (error) {
  // The first tier needs no program that the project does not install.
  missing = (error as Error).message;
  console.log(`deploy/nginx.conf is not tried: ${missing}`);
}

type Proxy = { port: number; plainPort: number; url: string; rows: (address: string) => Row[] };
/** A line of its log. */
type Row = { place: string; status: number; seconds: number; rate: string; connections: string };
type Answer = { status: number; headers: http2.IncomingHttpHeaders; text: string };

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-nginx-"));
endLater(`folder ${folder}`);

/** nginx by the example's file, in front of the shop on a port. @param more what else is replaced in it */
async function startNginx(port: number, shopPort: number, more: [string, string][] = []): Promise<Proxy> {
  const own = fs.mkdtempSync(path.join(folder, "nginx-"));
  // The user that the file names must get there.
  for (const each of [folder, own]) fs.chmodSync(each, 0o755);
  const certificate = selfSigned();
  const plainPort = await freePort();
  const file = (name: string, text = "") => {
    fs.writeFileSync(path.join(own, name), text);
    return path.join(own, name);
  };
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${own}/${name};`);
  const replaced: [string, string][] = [
    ["http {\n", `http {\n${paths.join("\n")}\n`],
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    ["listen [::]:80;", ""],
    ["listen [::]:443 ssl http2;", ""],
    ["server 127.0.0.1:3000 ", `server 127.0.0.1:${shopPort} `],
    ["/etc/letsencrypt/live/sweets.example/fullchain.pem", file("cert.pem", certificate.cert)],
    ["/etc/letsencrypt/live/sweets.example/privkey.pem", file("key.pem", certificate.key)],
    ["/var/log/nginx/access.log", file("access.log")],
    ...more,
  ];
  let text = fs.readFileSync(path.join(import.meta.dirname, "../../deploy/nginx.conf"), "utf8");
  for (const [old, now] of replaced) {
    expect(text.split(old), old).toHaveLength(2);
    text = text.replace(old, () => now);
  }
  const args = ["-c", file("nginx.conf", text), "-p", own, "-e", file("error.log"), "-g", `pid ${own}/nginx.pid;`];
  await run("nginx -t", findProgram("nginx"), [...args, "-t"]);
  args[args.length - 1] += " daemon off;";
  const { pid } = start(findProgram("nginx"), args, { stdio: "ignore" });
  if (pid) endLater(`process ${pid}`);
  const rows = (address: string) =>
    fs
      .readFileSync(path.join(own, "access.log"), "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .filter((words) => words[1] === address)
      .map(([, , , place = "", status, seconds, rate = "", connections = ""]) => ({
        place,
        status: Number(status),
        seconds: Number(seconds),
        rate,
        connections,
      }));
  const proxy = { port, plainPort, url: `https://localhost:${port}`, rows };
  const isUp = () =>
    ask(session(proxy, "127.0.0.1"), "/api/live").then(
      ({ status }) => status === 200,
      () => false,
    );
  await until(isUp);
  return proxy;
}

const sockets = new Set<tls.TLSSocket>();
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});
function connect(at: Proxy, localAddress: string, protocol: string) {
  const socket = tls.connect({
    ...{ host: "127.0.0.1", port: at.port, localAddress, servername: "localhost" },
    ALPNProtocols: [protocol],
    rejectUnauthorized: false,
  });
  socket.on("error", () => {}); // a reset is expected
  sockets.add(socket);
  return socket;
}

/** A browser's connection, from an address. */
function session(at: Proxy, from: string): http2.ClientHttp2Session {
  const made = http2.connect(at.url, { createConnection: () => connect(at, from, "h2") });
  made.on("error", () => {});
  return made;
}

/** Sends a request, with a body when there is one; with a length alone it stops there. Status 0: the connection ended. */
function ask(on: http2.ClientHttp2Session, where: string, headers: http2.OutgoingHttpHeaders = {}, body?: string) {
  return new Promise<Answer>((resolve) => {
    const stalls = body === undefined && headers["content-length"] !== undefined;
    const method = body === undefined && !stalls ? "GET" : "POST";
    const request = on.request({ ":path": where, ":method": method, ...headers }, { endStream: method === "GET" });
    const answer: Answer = { status: 0, headers: {}, text: "" };
    request.once("response", (got) => {
      answer.status = got[":status"] ?? 0;
      answer.headers = got;
    });
    request.setEncoding("utf8").on("data", (text) => {
      answer.text += text;
    });
    request.on("error", () => {});
    request.once("close", () => resolve(answer));
    if (body !== undefined) request.end(body);
  });
}

const statuses = (answers: Answer[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/**
 * Sends so many posts at once from an address, on as many connections as it takes, whose bodies do not come. Gives the answers that have
 * come so far, which are refusals.
 */
function stall(at: Proxy, from: string, where: string, count: number, headersOf = (_: number) => ({})): Answer[] {
  const answers: Answer[] = [];
  const sessions: http2.ClientHttp2Session[] = [];
  for (let i = 0; i < count; i += 128) sessions.push(session(at, from));
  onTestFinished(() => {
    for (const each of sessions) each.destroy();
  });
  for (let i = 0; i < count; i++) {
    const on = sessions[Math.floor(i / 128)];
    const headers = { "content-length": "9", "content-type": "application/json", ...headersOf(i) };
    if (on) void ask(on, where, headers).then((answer) => answers.push(answer));
  }
  return answers;
}

const FILE = /\/(?:_next\/static|media|art|icons)\/[^"'\s\\?,)]+/g;
const CALLS = [
  "/home",
  "/products",
  "/about",
  "/icons.svg",
  "/pattern.svg",
  "/api/sweets?limit=5",
  "/sw.js",
  "/logo.svg",
];
/** 40 requests at once, as a browser with an empty cache sends them: 10 for pages and calls, and 30 for files of theirs. */
async function visit(at: Proxy, from: string) {
  const on = session(at, from);
  const page = await ask(on, "/home");
  const files = [...new Set(page.text.match(FILE))].slice(0, 30);
  const rest = [
    ...CALLS,
    "/api/sweets?limit=12",
    ...Array.from({ length: 30 }, (_, i) => files[i % files.length] ?? "/"),
  ];
  const answers = await Promise.all(rest.map((where) => ask(on, where)));
  on.close();
  return [page, ...answers];
}

describe.skipIf(missing)(missing || "deploy/nginx.conf", () => {
  let shop: Instance;
  let shopPort: number;
  let proxy: Proxy;
  beforeAll(async () => {
    const port = await freePort();
    shop = await anInstance({ APP_URL: `https://localhost:${port}` });
    shopPort = Number(new URL(shop.url).port);
    proxy = await startNginx(port, shopPort);
  });

  const refusedBy = (limit: "rate" | "connections", from: string) =>
    proxy.rows(from).filter((row) => row[limit] === "REJECTED");

  test("forty shoppers behind one address come at the same moment", async () => {
    expect(statuses(await visit(proxy, "127.0.0.10"))).toEqual({ 200: 40 });
    const all = await Promise.all(Array.from({ length: 40 }, () => visit(proxy, "127.0.0.11")));
    expect(statuses(all.flat())).toEqual({ 200: 1600 });
  });

  test("an address that floods pages or opens many connections is refused, and another one is served", async () => {
    stall(proxy, "127.0.0.20", "/api/contact", 300);
    await until(() => refusedBy("connections", "127.0.0.20").length > 0);
    expect(refusedBy("connections", "127.0.0.20")[0]?.status).toBe(429);
    const answers = stall(proxy, "127.0.0.21", "/api/contact", 1280);
    await until(() => refusedBy("rate", "127.0.0.21").length > 0 && answers.length > 0);
    const [refused] = answers;
    expect([refused?.status, refused?.headers["retry-after"]]).toEqual([429, "2"]);
    expect(JSON.parse(refused?.text ?? "")).toMatchObject({ status: 429, code: "rate_limited" });
    expect(statuses(await visit(proxy, "127.0.0.22"))).toEqual({ 200: 40 });
  });

  test("an address that floods files, or reads very many at once, is refused, and still has pages", async () => {
    for (let i = 0; i < 14; i++) {
      stall(proxy, "127.0.0.30", "/_next/static/none.js", 128);
      await new Promise((resolve) => setTimeout(resolve, 250)); // its pace, below the limit of requests
    }
    await until(() => refusedBy("connections", "127.0.0.30").length > 0);
    expect(refusedBy("rate", "127.0.0.30")).toEqual([]);
    stall(proxy, "127.0.0.31", "/_next/static/none.js", 8000);
    await until(() => refusedBy("rate", "127.0.0.31").length > 0);
    expect((await ask(session(proxy, "127.0.0.31"), "/products")).status).toBe(200);
    expect(statuses(await visit(proxy, "127.0.0.32"))).toEqual({ 200: 40 });
  });

  test("the addresses of one IPv6 network are counted together, also behind a CDN", async () => {
    const cdn = await startNginx(await freePort(), shopPort, [
      ["#set_real_ip_from 192.0.2.0/24;", "set_real_ip_from 127.0.0.0/8;"],
      ["#real_ip_header", "real_ip_header"],
    ]);
    const from = (address: string) => ({ "x-forwarded-for": address });
    const answers = stall(cdn, "127.0.0.40", "/api/contact", 1280, (i) => from(`2001:db8:0:a::${i.toString(16)}`));
    await until(() => answers.length > 0);
    expect(answers[0]?.status).toBe(429);
    for (const address of ["2001:db8:0:b::1", "2001:db8::a", "192.0.2.1"])
      expect((await ask(session(cdn, "127.0.0.40"), "/about", from(address))).status).toBe(200);
  });

  test("who is silent in a head or a body, or reads nothing, is cut off, and no half body reaches the shop", async () => {
    const lines = (...fields: string[]) => fields.join("\r\n");
    const speak = (text: string) => {
      const socket = connect(proxy, "127.0.0.50", "http/1.1");
      socket.write(text);
      return socket;
    };
    const endOf = (socket: tls.TLSSocket) => {
      let [text, ended] = ["", false];
      socket.setEncoding("utf8").on("data", (more) => {
        text += more;
      });
      socket.once("close", () => {
        ended = true;
      });
      return until(() => ended, 45_000).then(() => text);
    };
    const host = "Host: localhost";
    const begun = speak(lines("GET / HTTP/1.1", "Host:"));
    const length = lines("Content-Type: application/json", "Content-Length: 90000");
    const half = speak(lines("POST /api/contact HTTP/1.1", host, "X-Request-Id: half-a-body", length, "", "{"));
    const deaf = connect(proxy, "127.0.0.51", "http/1.1").pause();
    deaf.write(lines("GET /api/docs/swagger-ui-bundle.js HTTP/1.1", host, "", "").repeat(12));
    const isCut = () => proxy.rows("127.0.0.51").some(({ seconds }) => seconds > 10);
    await Promise.all([endOf(begun), endOf(half), until(isCut, 45_000)]);
    expect(logText()).not.toContain("half-a-body");
  });

  test("the shop learns the client's own address and the host that was asked for, whatever the client claims", async () => {
    const message = {
      name: "Asha",
      email: "asha@mithaas.test",
      phone: "9820000000",
      subject: "Diwali",
      message: "Do you deliver?",
    };
    const send = (from: string, i: number) =>
      ask(
        session(proxy, from),
        "/api/contact",
        { "content-type": "application/json", "x-forwarded-for": `10.0.0.${i}` },
        JSON.stringify(message),
      );
    const sent = await abreast(Array.from({ length: 11 }), 1, (_, i) => send("127.0.0.60", i));
    expect(statuses(sent)).toEqual({ 201: 10, 429: 1 });
    expect((await send("127.0.0.61", 0)).status).toBe(201);

    const form = { "content-type": "multipart/form-data; boundary=x", "x-forwarded-host": "other.example" };
    const posted = (origin: string) => ask(session(proxy, "127.0.0.62"), "/login", { ...form, origin }, "--x--\r\n");
    expect((await posted(proxy.url)).status).not.toBe(403);
    expect((await posted("https://other.example")).status).toBe(403);
  });

  test("bodies are as large as the shop takes them, secrets of addresses are not logged, metrics are not shown", async () => {
    const on = () => session(proxy, "127.0.0.70");
    const post = (bytes: number) => ask(on(), "/login", { "content-type": "text/plain" }, "x".repeat(bytes));
    const [shops, ours] = [await post(5_900_000), await post(6_400_000)];
    expect([shops.status, ours.status]).toEqual([413, 413]);
    expect(shops.text).toContain("larger than 1024 KB");
    expect(ours.text).toContain("<center>nginx");
    expect((await ask(on(), "/reset/a-secret?token=b-secret")).status).toBeLessThan(500);
    expect((await ask(on(), "/api/metrics")).text).toContain("<center>nginx");
    expect(proxy.rows("127.0.0.70").map(({ place }) => place)).toEqual(["/login", "/login", "/reset", "/api"]);
  });

  test("without TLS one is sent to the same address with it", async () => {
    const answer = await fetch(`http://127.0.0.1:${proxy.plainPort}/products?search=laddoo`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([308, "https://127.0.0.1/products?search=laddoo"]);
  });
});
