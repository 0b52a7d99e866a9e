// When a request waits for its sender and when for the shop: what load shedding counts.
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { RequestBody } from "@/server/request-bodies";
import { RawConnection } from "../support/raw";

/** Serves one request whose handler reads its body when `start` is resolved; gives what its body reported, in order. */
async function serving(start: Promise<unknown>) {
  const seen: string[] = [];
  const server = http.createServer((request, response) => {
    const body = new RequestBody(request, response, () => request.socket.destroy());
    body.stream(
      () => seen.push("reading"),
      () => seen.push("complete"),
    );
    void start.then(() => {
      request.resume();
      request.once("end", () => response.end("done"));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const connection = new RawConnection(`http://127.0.0.1:${port}`);
  const close = () => {
    connection.close();
    server.close();
  };
  await connection.send(`POST / HTTP/1.1\r\nHost: ${connection.host}\r\nContent-Length: 4\r\n\r\n`);
  return { connection, seen, close };
}

test("a body that is complete before anybody reads it keeps nobody waiting", async () => {
  let start = () => {};
  const { connection, seen, close } = await serving(
    new Promise<void>((resolve) => {
      start = resolve;
    }),
  );
  await connection.send("{  }");
  await expect.poll(() => seen).toEqual(["complete"]);
  start();
  expect((await connection.answer())?.body).toBe("done");
  expect(seen).toEqual(["complete"]);
  close();
});

test("a reader waits for a body from when it starts to read until all of it is there", async () => {
  const { connection, seen, close } = await serving(Promise.resolve());
  await expect.poll(() => seen).toEqual(["reading"]);
  await connection.send("{  }");
  expect((await connection.answer())?.body).toBe("done");
  expect(seen).toEqual(["reading", "complete"]);
  close();
});
