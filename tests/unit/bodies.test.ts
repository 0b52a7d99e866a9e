// When a request waits for its sender and when for us: what load shedding counts.
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { Body } from "@/scripts/bodies.mjs";
import { RawConnection } from "../support/raw";

/** Serves one request whose handler reads its body when `begin` is resolved; gives what its body reported, in order. */
async function serving(begin: Promise<unknown>) {
  const seen: string[] = [];
  const server = http.createServer((request, response) => {
    const body = new Body(request, response, () => request.socket.destroy());
    body.stream(
      () => seen.push("wanted"),
      () => seen.push("complete"),
    );
    void begin.then(() => {
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
  let begin = () => {};
  const { connection, seen, close } = await serving(
    new Promise<void>((resolve) => {
      begin = resolve;
    }),
  );
  await connection.send("{  }");
  await expect.poll(() => seen).toEqual(["complete"]);
  begin();
  expect((await connection.answer())?.body).toBe("done");
  expect(seen).toEqual(["complete"]);
  close();
});

test("a reader waits for a body from when it begins to read until all of it is there", async () => {
  const { connection, seen, close } = await serving(Promise.resolve());
  await expect.poll(() => seen).toEqual(["wanted"]);
  await connection.send("{  }");
  expect((await connection.answer())?.body).toBe("done");
  expect(seen).toEqual(["wanted", "complete"]);
  close();
});
