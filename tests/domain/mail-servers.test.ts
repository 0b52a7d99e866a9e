// Sending (docs/behaviour.md#messages): once, whatever the mail server does.
import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { sql as sqlOf } from "drizzle-orm";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { writeDb } from "@/db/client";
import { settleOldMessages, takeMessage } from "@/lib/messages/outbox-commands";
import { MailSender } from "@/lib/messages/send-commands";
import { MailConnection } from "@/lib/messages/smtp";
import { pool, sql } from "../support/sql";
import {
  aSender,
  mailsTo,
  OWNER,
  order,
  orders,
  pass,
  passPauses,
  prepareMailWorld,
  states,
  world,
} from "./mail-world";

prepareMailWorld();

const LIMITS = { connect: 10_000, silence: 60_000, mail: 20_000 };
/** For what a busy machine takes a while to do. */
const PATIENT = { timeout: 15_000 };
const rows = () =>
  sql`select kind, state, attempts, last_error, next_attempt_at > now() as later from messages order by id`;
const attempts = async () => (await rows()).map((row) => row.attempts);

describe("once", () => {
  test("two senders at once send each message once, over a connection each", async () => {
    for (let i = 0; i < 6; i++) await order();
    await Promise.all([world.sender.run(), aSender().run()]);
    expect(await states()).toEqual({ sent: 12 });
    const { received, state } = world.server;
    expect([received.length, new Set(received.map(({ headers }) => headers.get("message-id"))).size]).toEqual([12, 12]);
    expect(state.connections).toBe(2);
  });

  test("what one sender takes, another that takes at the same time passes by", async () => {
    await order();
    await writeDb().transaction(async (tx) => {
      const [one, other] = [await takeMessage(tx), await takeMessage(pool)];
      expect([one?.id, other?.id]).toEqual([expect.any(Number), expect.any(Number)]);
      expect(one?.id).not.toBe(other?.id);
    });
  });

  // A plan that runs the search for the next message once for each row would take them all.
  test.each(["on", "off"])("one message is taken at a time, with plans by hash and sort %s", async (joins) => {
    for (let i = 0; i < 3; i++) await order();
    await writeDb().transaction(async (tx) => {
      const settings = ["hashjoin", "mergejoin", "hashagg", "sort", "material"];
      for (const name of settings) await tx.execute(sqlOf.raw(`set local enable_${name} = ${joins}`));
      await takeMessage(tx);
    });
    expect(await states()).toEqual({ sending: 1, waiting: 5 });
  });

  test("a message whose sender ended is unknown after some minutes, and not sent again by itself", async () => {
    await order();
    await sql`update messages set state = 'sending', at = now()`;
    await settleOldMessages(true);
    expect(await states()).toEqual({ sending: 2 });
    await pass("6 minutes");
    await settleOldMessages(true);
    await world.sender.run();
    expect(await states()).toEqual({ unknown: 2 });
    expect(world.server.received).toEqual([]);
  });

  test("a person who has gone gets nothing", async () => {
    await order();
    await sql`delete from users where id = ${world.buyer.id}`;
    await world.sender.run();
    expect(world.server.received.map(({ to }) => to)).toEqual([[OWNER]]);
    expect(await states()).toEqual({ sent: 1 });
  });

  test("what has waited for days is not sent by itself, since mail was off meanwhile", async () => {
    await order();
    await pass("3 days");
    await world.sender.run();
    await settleOldMessages(false);
    expect(await states()).toEqual({ waiting: 2 });
    await settleOldMessages(true);
    expect(await states()).toEqual({ failed: 2 });
  });
});

describe("a mail server that", () => {
  test.each([
    ["busy recipient", "RCPT TO: 450 4.2.1 … is busy"],
    ["busy text", "DATA: 452 4.3.1 Disk full"],
    ["no sender", "MAIL FROM: 550 5.7.1 Not for you"],
  ] as const)(
    "has a %s is tried again later, and gets the mail once when it has recovered",
    async (behaviour, error) => {
      await orders(1);
      world.server.state.behaviour = behaviour;
      await world.sender.run();
      expect(await rows()).toMatchObject([{ state: "waiting", attempts: 1, last_error: error, later: true }]);
      world.server.state.behaviour = "accept";
      await passPauses();
      await aSender().run();
      expect(await rows()).toMatchObject([{ state: "sent", attempts: 2, last_error: null }]);
      expect(world.server.received).toHaveLength(1);
    },
  );

  test("stays busy is tried again with growing pauses, and for two days", async () => {
    await orders(1);
    world.server.state.behaviour = "busy recipient";
    const pauses: number[] = [];
    for (;;) {
      await aSender().run();
      const [row] = await sql`select state, extract(epoch from next_attempt_at - at) / 60 as pause from messages`;
      if (row?.state !== "waiting") break;
      pauses.push(Number(row.pause));
      await passPauses();
    }
    expect(pauses[0]).toBeLessThanOrEqual(2);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses.reduce((a, b) => a + b) / 60).toBeGreaterThan(46);
    expect(await states()).toEqual({ failed: 1 });
    expect(world.server.received).toEqual([]);
  });

  test.each([
    ["no recipient", "RCPT TO: 550 5.1.1 <…> does not exist"],
    ["no text", "DATA: 554 5.6.0 Spam"],
  ] as const)(
    "has %s has refused it for good; the next one is sent over the same connection",
    async (refusal, error) => {
      await order();
      world.server.state.of = (to) => (to === world.buyer.email ? refusal : "accept");
      await world.sender.run();
      expect(await rows()).toMatchObject([
        { kind: "order_received", state: "failed", last_error: error },
        { kind: "new_order", state: "sent" },
      ]);
      expect(world.server.state.connections).toBe(1);
    },
  );

  test.each(["drop", "silent"] as const)("takes the text and does not answer (%s): unknown", async (behaviour) => {
    await orders(1);
    world.server.state.behaviour = behaviour;
    // Its time for a mail is over once the server has the text.
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const run = aSender(LIMITS).run();
    await vi.waitUntil(() => world.server.received.length > 0, PATIENT);
    if (behaviour === "silent") vi.advanceTimersByTime(LIMITS.mail);
    await run;
    vi.useRealTimers();
    expect(await rows()).toMatchObject([{ state: "unknown", attempts: 1 }]);
    await passPauses();
    world.server.state.behaviour = "accept";
    await aSender().run();
    expect(mailsTo(world.buyer.email)).toHaveLength(1);
  });

  test("stalls before it has the text is tried again later", async () => {
    await orders(1);
    world.server.state.behaviour = "stall";
    await aSender({ ...LIMITS, silence: 300 }).run();
    expect(await rows()).toMatchObject([{ state: "waiting", attempts: 1, later: true }]);
  });

  test("is dead costs one connection for many messages, and a pause", async () => {
    for (let i = 0; i < 3; i++) await order();
    const dead = new MailSender("smtp://127.0.0.1:9", "orders@shop.example", LIMITS);
    await dead.run();
    await dead.run();
    expect(await attempts()).toEqual([1, 0, 0, 0, 0, 0]);
    const now = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 6_000);
    await dead.run();
    now.mockRestore();
    expect(await attempts()).toEqual([1, 1, 0, 0, 0, 0]);
    expect((await rows())[0]).toMatchObject({ state: "waiting", last_error: expect.stringContaining("ECONNREFUSED") });
  });

  test("is used for years: neither a connection nor a refused mail leaves a listener behind", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on("warning", note);
    onTestFinished(() => void process.off("warning", note));
    const stopped = new AbortController();
    const connection = await MailConnection.open(world.server.url, stopped.signal);
    expect(getEventListeners(stopped.signal, "abort")).toEqual([]);
    world.server.state.behaviour = "no recipient";
    const envelope = { from: OWNER, to: "nobody@mithaas.example" };
    for (let i = 0; i < 12; i++)
      expect(await connection.send(envelope, Buffer.from("Namaste"))).toMatchObject({ state: "failed", lost: false });
    connection.quit();
    await setImmediate(); // warnings come a tick later
    expect(warnings).toEqual([]);
  });

  test("does not answer does not keep a stop waiting: what it was not given is given back", async () => {
    await orders(1);
    world.server.state.behaviour = "stall";
    const run = world.sender.run();
    await vi.waitUntil(() => world.server.state.envelopes > 0, PATIENT);
    await world.sender.stop();
    await run;
    expect(await rows()).toMatchObject([{ state: "waiting", attempts: 0, later: false }]);
  });
});
