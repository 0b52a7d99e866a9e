// What a webhook sends and where to: the signature by Standard Webhooks, the guard of addresses, and attempts that end whatever the receiver does.
import diagnostics from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { addressesOf, isAllowed } from "@/lib/webhooks/addresses";
import { ANSWER_BYTES } from "@/lib/webhooks/constants";
import { type SendAttempt, send } from "@/lib/webhooks/send";
import { newSecret, signedHeaders } from "@/lib/webhooks/signature";
import { startReceiver } from "@/tests/support/receiver";

const signal = new AbortController().signal;

describe("a signature", () => {
  const at = new Date("2026-11-24T06:00:00Z");
  const signed = { id: "msg_1", timestamp: at.getTime() / 1000, body: '{"name":"काजू कतली"}' };
  // The library refuses what was signed more than five minutes ago.
  beforeEach(() => void vi.setSystemTime(at));
  afterEach(() => void vi.useRealTimers());

  test("is one that the published library accepts, and only for what was signed", () => {
    const secret = newSecret();
    const headers = signedHeaders(signed, [secret]);
    const receiver = new Webhook(secret);
    expect(receiver.verify(signed.body, headers)).toEqual({ name: "काजू कतली" });
    expect(() => receiver.verify(`${signed.body} `, headers)).toThrow("No matching signature");
    expect(() => receiver.verify(signed.body, { ...headers, "webhook-id": "msg_2" })).toThrow("No matching signature");
    expect(() => new Webhook(newSecret()).verify(signed.body, headers)).toThrow("No matching signature");
  });

  test("of two secrets is accepted by a receiver that knows either", () => {
    const secrets = [newSecret(), newSecret()];
    const headers = signedHeaders(signed, secrets);
    for (const secret of secrets) expect(new Webhook(secret).verify(signed.body, headers)).toBeTruthy();
  });

  test("uses a secret of 32 random bytes", () => {
    expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSecret()).not.toBe(newSecret());
  });
});

describe("an address", () => {
  test.each(
    Object.entries({
      unspecified: "0.0.0.0 0.1.2.3 ::",
      loopback: "127.0.0.1 127.255.255.254 ::1",
      private: "10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 fc00::1 fd12:3456::1",
      "link-local": "169.254.169.254 fe80::1 fec0::1",
      shared: "100.64.0.1 100.127.255.255",
      mapped: "::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::127.0.0.1 ::ffff:0:8.8.8.8",
      translated: "64:ff9b::7f00:1 64:ff9b:1::a00:1 2002:7f00:1:: 2001::1 2001:0:4136:e378::1 2001:1ff::1",
      multicast: "224.0.0.1 239.255.255.255 ff02::1",
      "broadcast or reserved": "255.255.255.255 240.0.0.1 192.0.0.8 198.18.0.1 198.19.255.255 192.88.99.1 4000::1",
      documentation: "192.0.2.1 198.51.100.1 203.0.113.1 2001:db8::1 3fff::1 3fff:fff::1",
      none: "example.com  1.2.3",
    }),
  )("that is %s is refused", (_, addresses) => {
    expect(addresses.split(" ").filter((address) => isAllowed(address, false))).toEqual([]);
  });

  test("that is public is allowed", () => {
    const all = "8.8.8.8 172.32.0.1 100.128.0.1 223.255.255.255 2606:4700::1111 2a00:1450::5".split(" ");
    expect(all.filter((address) => isAllowed(address, false))).toEqual(all);
  });

  test("of this machine is allowed for tests, and no other private one", () => {
    for (const address of ["127.0.0.1", "::1"]) expect(isAllowed(address, true)).toBe(true);
    for (const address of ["10.0.0.1", "169.254.169.254", "0.0.0.0", "::ffff:10.0.0.1", "fe80::1"])
      expect([address, isAllowed(address, true)]).toEqual([address, false]);
  });

  test.each([
    "https://127.0.0.1",
    "https://2130706433",
    "https://0x7f.1",
    "https://[::1]",
    "https://[::ffff:10.0.0.1]",
    "https://[64:ff9b::10.0.0.1]",
    "https://localhost",
    "https://api.localhost.",
  ])("is found out however %s writes it", async (url) => {
    const asked = addressesOf(new URL(url), { withLoopback: false, signal, lookup: () => Promise.reject(new Error()) });
    await expect(asked).rejects.toThrow("is no public address");
  });

  test("of a name is what its public addresses are, and none of the others", async () => {
    const named = (...found: string[]) =>
      addressesOf(new URL("https://shop.example"), { withLoopback: false, signal, lookup: async () => found });
    expect(await named("10.0.0.1", "8.8.8.8", "2606:4700::1111")).toEqual([
      { address: "8.8.8.8", family: 4 },
      { address: "2606:4700::1111", family: 6 },
    ]);
    await expect(named("10.0.0.1", "::1")).rejects.toThrow("shop.example is no public address");
  });
});

describe("an attempt", () => {
  const attempt = { body: '{"id":"1"}', headers: { "webhook-id": "1" }, withPrivate: true };
  const to = (url: string, more: Partial<SendAttempt> = {}) => send({ url, ...attempt, ...more });
  type Answer = (response: ServerResponse) => unknown;
  /** Sends to a receiver that answers so. */
  const answered = async (answer: Answer) => to((await startReceiver((_, response) => void answer(response))).url);
  const timeout = vi.spyOn(AbortSignal, "timeout");
  afterEach(() => void timeout.mockReset());
  /** What ends the next attempt when its time is over, which the test decides instead of a clock. */
  function endOfTime(): AbortController {
    const end = new AbortController();
    timeout.mockReturnValue(end.signal);
    return end;
  }

  test("posts the body with its headers, and succeeds with any 2xx", async () => {
    const receiver = await startReceiver((_, response) => void response.writeHead(204).end());
    expect(await to(receiver.url)).toEqual({ status: 204, error: null });
    const [got] = receiver.received;
    expect(got?.body).toBe(attempt.body);
    expect(got?.headers).toMatchObject({
      "webhook-id": "1",
      "content-type": "application/json",
      "content-length": "10",
    });
  });

  test("fails with any other status, and follows no redirect", async () => {
    const target = await startReceiver();
    expect(await answered((response) => response.writeHead(500).end())).toMatchObject({ status: 500 });
    expect(await answered((response) => response.writeHead(410).end())).toMatchObject({ status: 410 });
    for (const status of [301, 302, 303, 307, 308]) {
      const outcome = await answered((response) => response.writeHead(status, { location: target.url }).end());
      expect(outcome).toEqual({ status, error: "It answered with a redirect, which is not followed." });
    }
    expect(target.connections()).toBe(0);
  });

  test.each<[string, Answer]>([
    ["is silent", () => {}],
    ["never ends its headers", ({ socket }) => socket?.write("HTTP/1.1 200 OK\r\nx-more: 1\r\n")],
  ])("ends after its time when the receiver %s", async (_, answer) => {
    const time = endOfTime();
    const outcome = await answered((response) => {
      answer(response);
      time.abort();
    });
    expect(outcome).toEqual({ status: null, error: "No answer within 10 seconds." });
    expect(timeout.mock.calls).toEqual([[10_000]]);
  });

  test("ends at once when interim answers come without end; a few of them do no harm", async () => {
    const interim = (count: number) =>
      answered((response) => {
        const { socket } = response;
        for (let i = 0; i < count; i++)
          socket?.write(i % 2 ? "HTTP/1.1 100 Continue\r\n\r\n" : "HTTP/1.1 103 Early Hints\r\n\r\n");
        if (count < 10) response.end();
      });
    expect(await interim(4)).toEqual({ status: 200, error: null });
    expect(await interim(50_000)).toEqual({ status: null, error: "It sent interim answers (1xx) without end." });
  });

  test("ends after its time when the DNS is silent", async () => {
    const lookup: SendAttempt["lookup"] = (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("cancelled"))));
    const outcome = await to("http://shop.example", { lookup, timeoutMs: 10 });
    expect(outcome).toEqual({ status: null, error: "No answer within 0.01 seconds." });
  });

  test("reads at most 64 KB of a body that has no end", async () => {
    let sent = 0;
    const chunk = Buffer.alloc(16 * 1024);
    const outcome = await answered((response) => {
      const more = () => {
        for (let flows = true; flows && !response.destroyed; sent += chunk.length) flows = response.write(chunk);
      };
      response.on("drain", more).on("close", () => response.destroy());
      more();
    });
    expect(outcome).toEqual({ status: 200, error: null });
    // What the sockets of both sides hold comes beside it: far from all.
    expect(sent).toBeLessThan(ANSWER_BYTES + 8 * 1024 * 1024);
  });

  test("counts a status in time, though its body stops", async () => {
    const time = endOfTime();
    // Once the sender has read the status.
    const channel = diagnostics.channel("http.client.response.finish");
    const onRead = () => void setImmediate(() => time.abort());
    channel.subscribe(onRead);
    const outcome = await answered((response) => response.write("slow"));
    channel.unsubscribe(onRead);
    expect(outcome).toEqual({ status: 200, error: null });
  });

  test("fails when the connection is closed, upgraded or refused", async () => {
    const closed = await answered((response) => response.socket?.destroy());
    expect(closed).toMatchObject({ status: null, error: expect.stringMatching(/hang up|ECONNRESET|closed/) });
    const upgraded = await answered(({ socket }) =>
      socket?.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
    );
    expect(upgraded.error).not.toBeNull();
    expect(await to("http://127.0.0.1:1")).toMatchObject({
      status: null,
      error: expect.stringContaining("ECONNREFUSED"),
    });
  });

  test("never connects to a private address, not even for a name that had a public one before", async () => {
    const receiver = await startReceiver();
    const url = `https://shop.example:${receiver.port}/hook`;
    let asked = 0;
    const lookup = async () => [asked++ === 0 ? "8.8.8.8" : "127.0.0.1"];
    await addressesOf(new URL(url), { withLoopback: false, signal, lookup });
    const outcome = await to(url, { withPrivate: false, lookup });
    expect(outcome).toEqual({ status: null, error: "shop.example is no public address" });
    expect(await to(`https://127.0.0.1:${receiver.port}`, { withPrivate: false })).toMatchObject({ status: null });
    expect(receiver.connections()).toBe(0);
  });

  test("asks for a name once: it connects to the address that was checked", async () => {
    const receiver = await startReceiver();
    let asked = 0;
    const lookup = async () => [asked++ === 0 ? "127.0.0.1" : "10.0.0.1"];
    const outcome = await to(`http://shop.example:${receiver.port}`, { lookup });
    expect(outcome).toEqual({ status: 200, error: null });
    expect(asked).toBe(1);
    expect(receiver.received[0]?.headers.host).toBe(`shop.example:${receiver.port}`);
  });

  test("has a connection of its own", async () => {
    const receiver = await startReceiver();
    for (const _ of [1, 2]) await to(receiver.url);
    expect(receiver.connections()).toBe(2);
  });

  test("needs https", async () => {
    const receiver = await startReceiver();
    const outcome = await to(`http://shop.example:${receiver.port}`, {
      withPrivate: false,
      lookup: async () => ["8.8.8.8"],
    });
    expect(outcome).toEqual({ status: null, error: "It does not begin with https://" });
  });
});
