// nightly: thousands of connections from processes of their own, for seconds at a time; guards server/overload.ts, server/answer.ts, server/main.ts, server/stored.ts
/*
 * What strangers can do to the process in front of Next.js with nothing but connections: nobody else fails, and nothing is left behind. Each group
 * has an instance of its own: `quiet` is looked at exactly, and `crowded` is attacked with everything at once. How long who does not read is
 * kept: readers.test.ts.
 */
import { beforeAll, expect, test } from "vitest";
import { anAttack, expectNothingLeft, METRICS_TOKEN, openConnections, visits } from "./attack";
import { addSweetSlowly, get, nonReaders, resetters } from "./attack-clients";
import { anInstance, anOwner, aPerson, aSweetBy, type Instance, inside, order, type Person, until } from "./shop";

const KB = 1024;
const MB = 1024 * KB;
/** What clients may make the shop hold: the room for bodies (docs/decisions/0027-edge-on-documented-interfaces.md). */
const ROOM = 24 * MB;

let quiet: Instance;
let crowded: Instance;
let owner: string;
let person: Person;
let sweet: { id: number; slug: string };
beforeAll(async () => {
  const start = () => anInstance({ ...inside, METRICS_TOKEN });
  [quiet, crowded] = (await Promise.all([start(), start()])) as [Instance, Instance];
  owner = await anOwner(quiet);
  person = await aPerson(quiet);
  sweet = await aSweetBy(quiet, owner, { stock: 100_000 });
  // What the first answers load is there by now.
  await Promise.all([quiet, crowded].map((at) => visits(at, sweet, after(40))));
});

/** Whether it was asked so often. */
function after(times: number) {
  let left = times;
  return () => --left <= 0;
}

test("others are served while 120 connections read nothing of what they ask for, which the shop holds once for all", async () => {
  const before = await quiet.held();
  const bundle = get(quiet, "/api/docs/swagger-ui-bundle.js");
  // As many as a connection may have on their way, and more.
  const silent = await Promise.all([8, 12].map((each) => nonReaders(quiet, 60, bundle.repeat(each))));
  expect(await visits(quiet, sweet, after(80))).toEqual([]);
  const held = (await quiet.held()) - before;
  console.log(`120 connections that read nothing: ${(held / MB).toFixed(1)} MiB`);
  expect(held).toBeLessThan(ROOM);
  for (const { leave } of silent) leave();
});

test("an owner's picture that comes in pieces is stored beside 400 senders of large bodies who say nothing more", async () => {
  const attack = anAttack(quiet, {
    sweetId: sweet.id,
    stalled: {
      count: 400,
      paths: ["/admin", "/admin/search-words"],
      announced: 5 * MB,
      sent: 64 * KB,
      newPerSecond: 4,
    },
    slow: 0,
    pipelined: 0,
    rendered: 0,
    hasResets: false,
  });
  await attack.ready;
  // More come meanwhile: newer than the picture, and silent for longer.
  const refusal = await addSweetSlowly(quiet, owner, 4 * MB, 40).finally(attack.end);
  expect(attack.hasReached({ stalled: 401 })).toBe(true);
  expect(refusal).toBeUndefined();
  await expectNothingLeft(quiet);
});

test.each([
  [7, 60],
  [7, 8],
  [20, 2],
])("%i connections with %i each that are reset leave nothing behind, however often", async (connections, each) => {
  for (let round = 0; round < 3; round++) {
    await resetters(quiet, connections, get(quiet, "/products?search=kaju").repeat(each));
    await expectNothingLeft(quiet);
  }
  expect(await visits(quiet, sweet, after(20))).toEqual([]);
});

const everything = () =>
  anAttack(crowded, {
    sweetId: sweet.id,
    stalled: {
      count: 1_500,
      paths: ["/api/contact", "/api/auth/login", "/contact", "/login"],
      announced: 90_000,
      sent: KB,
      newPerSecond: 0,
    },
    slow: 300,
    pipelined: 100,
    rendered: 100,
    hasResets: true,
  });
/** An attack of which this much has come about: answers are what the shop has had time for beside the others. */
const least = { stalled: 1_500, slow: 300, pipelined: 100, rendered: 300, answers: 1_000, resets: 500 };

test("everything at once harms nobody else, and leaves nothing behind", async () => {
  const before = { held: await crowded.held(), connections: openConnections(crowded)?.size ?? 0 };
  const attack = everything();
  await attack.ready;
  const failed = await visits(crowded, sweet, () => attack.hasReached(least)).finally(attack.end);
  console.log("the attack:", attack.report());
  expect.soft(failed).toEqual([]);
  // The one of the metrics is left open by fetch.
  await until(() => (openConnections(crowded)?.size ?? 0) - before.connections <= 2);
  await expectNothingLeft(crowded);
  const held = (await crowded.held()) - before.held;
  console.log(`the attack has left ${(held / MB).toFixed(1)} MiB`);
  expect.soft(held).toBeLessThan(ROOM);
  expect.soft((await order(crowded, person.token, [sweet.id])).status).toBe(201);
  expect.soft(await addSweetSlowly(crowded, owner, 4 * MB, 2)).toBeUndefined();
});

test("a stop ends the process in its time, whatever comes", async () => {
  const attack = everything();
  await attack.ready;
  await until(() => attack.hasReached({ resets: 40 }));
  // It would be killed after its time.
  expect(await crowded.stop().finally(attack.end)).toBe(0);
});
