// Who sends requests with bodies as no browser does: in part, late or never to their end.
import { expect } from "vitest";
import { framed, RawConnection } from "../support/raw";
import type { Instance } from "./shop";

export const KB = 1024;
export const multipart = "Content-Type: multipart/form-data; boundary=edge";
export const json = "Content-Type: application/json";

/** A connection on which the head of a request and a part of its body were sent, the last of the lines. */
export async function aSender(at: Instance, path: string, ...lines: string[]): Promise<RawConnection> {
  const connection = new RawConnection(at.url);
  const [body = "", ...fields] = lines.reverse();
  await connection.send(
    `${[`POST ${path} HTTP/1.1`, `Host: ${connection.host}`, ...fields].join("\r\n")}\r\n\r\n`,
    ...(body.match(/[\s\S]{1,65536}/g) ?? []),
  );
  return connection;
}

/** What its senders get whom nobody reads any more: the statuses, 0 for none. Resolves when all connections have ended. */
export const outcomes = async (senders: RawConnection[]): Promise<number[]> => {
  const statuses = await Promise.all(
    senders.map(async (connection) => {
      const answer = await connection.answer(60_000);
      await connection.ended(60_000);
      connection.close();
      return answer?.status ?? 0;
    }),
  );
  return [...new Set(statuses)].sort((x, y) => x - y);
};

/** A request is refused with 503 before its body has come; then the connection ends, or what follows is answered. */
export async function expectRefused(
  at: Instance,
  path: string,
  size: number,
  framing: "length" | "chunks",
  ms = 60_000,
) {
  const { header, parts } = framed(" ".repeat(size), framing);
  const connection = await aSender(
    at,
    path,
    path.startsWith("/api/") ? json : multipart,
    "Authorization: Bearer nobody",
    header,
    "",
  );
  const [first = "", ...rest] = parts;
  try {
    await connection.send(first);
    const answer = await connection.answer(ms);
    expect([path, answer?.status]).toEqual([path, 503]);
    expect(answer?.head).toMatch(/^retry-after: \d/im);
    await connection.send(...rest, `GET /api/live HTTP/1.1\r\nHost: ${connection.host}\r\n\r\n`);
    const next = await connection.answer();
    if (next) expect(next.status).toBe(200);
    else await connection.ended();
  } finally {
    connection.close();
  }
}
