// Clients of the attacks' tests: who does not read, who reads slowly, who uploads a picture in pieces.
import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { RawConnection } from "../support/raw";
import { openConnections } from "./attack";
import { type Instance, until } from "./shop";

const lines = (fields: string[]) => `${fields.join("\r\n")}\r\n\r\n`;

/** Sends requests on a connection of its own; resolves when they are sent. */
export async function aClient(at: Instance, text: string): Promise<net.Socket> {
  const { hostname, port } = new URL(at.url);
  const socket = net.connect({ port: Number(port), host: hostname });
  socket.on("error", () => {}); // a reset is expected
  await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
  socket.pause();
  await new Promise((resolve) => socket.write(text, resolve));
  return socket;
}

export const get = (at: Instance, path: string, ...fields: string[]) =>
  lines([`GET ${path} HTTP/1.1`, `Host: ${new URL(at.url).host}`, ...fields]);

/** Clients that ask so often and never read. `ended` waits until the shop has none of their connections any more. */
export async function nonReaders(at: Instance, count: number, text: string) {
  const sockets = await Promise.all(Array.from({ length: count }, () => aClient(at, text)));
  const ports = new Set(sockets.map(({ localPort = 0 }) => localPort));
  const leave = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    ended: (atMost: number) =>
      until(() => ![...(openConnections(at) ?? [])].some((port) => ports.has(port)), atMost).finally(leave),
    leave,
  };
}

/** Clients that pipeline requests and reset their connections when the first answer comes. */
export const resetters = (at: Instance, count: number, text: string) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const socket = await aClient(at, text);
      const first = new Promise((resolve) => socket.once("data", resolve).once("close", resolve));
      socket.resume();
      await first;
      socket.resetAndDestroy();
    }),
  );

/** Reads an answer in pieces of so many bytes with a pause after each; whether it came whole, and how many lines it has. */
export function readInPieces(at: Instance, path: string, cookie: string, bytes: number, pauseMs: number) {
  return new Promise<{ status?: number; isWhole: boolean; lines: number }>((resolve) => {
    const request = http.get(at.url + path, { headers: { cookie }, agent: false }, async (response) => {
      let [count, got, next] = [0, 0, bytes];
      try {
        for await (const chunk of response as AsyncIterable<Buffer>) {
          for (let i = chunk.indexOf(10); i !== -1; i = chunk.indexOf(10, i + 1)) count++;
          got += chunk.length;
          if (got < next) continue;
          next += bytes;
          await sleep(pauseMs); // its pace
        }
      } catch {
        // cut off: it is not complete
      }
      resolve({ status: response.statusCode, isWhole: response.complete, lines: count });
    });
    request.once("error", () => resolve({ isWhole: false, lines: 0 }));
  });
}

/** A photograph of so many bytes: comments fill it up. */
export async function aPhotograph(bytes: number): Promise<Buffer> {
  const create = { width: 800, height: 600, channels: 3, background: { r: 180, g: 90, b: 40 } } as const;
  const picture = await sharp({ create }).jpeg().toBuffer();
  const comment = Buffer.alloc(65_535, " ");
  comment.set([0xff, 0xfe, 0xff, 0xfd]);
  const comments = Array.from(
    { length: Math.max(0, Math.ceil((bytes - picture.length) / comment.length)) },
    () => comment,
  );
  return Buffer.concat([picture.subarray(0, 2), ...comments, picture.subarray(2)]);
}

/** Adds a sweet with a picture of so many bytes, in `pieces` with a pause of 125 ms after each; what was answered instead of 201. */
export async function addSweetSlowly(at: Instance, owner: string, bytes: number, pieces: number) {
  const fields = {
    name: `Sweet ${crypto.randomUUID()}`,
    category: "Cakes",
    description: "For a test.",
    price: "100",
    stock: "5",
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("image", new Blob([new Uint8Array(await aPhotograph(bytes))], { type: "image/jpeg" }), "photo.jpg");
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const connection = new RawConnection(at.url);
  await connection.send(
    lines([
      "POST /api/sweets HTTP/1.1",
      `Host: ${connection.host}`,
      `Authorization: Bearer ${owner}`,
      `Content-Type: ${encoded.headers.get("content-type")}`,
      `Content-Length: ${body.length}`,
    ]),
  );
  const size = Math.ceil(body.length / pieces);
  for (let sent = 0; sent < body.length; sent += size) {
    await connection.send(body.subarray(sent, sent + size));
    await sleep(125); // its pace
  }
  const answer = await connection.answer(30_000);
  connection.close();
  return answer?.status === 201 ? undefined : `${answer?.head}${answer?.body}`;
}
