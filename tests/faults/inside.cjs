/*
 * Loaded into the process of a shop under test (`inside` in shop.ts). It takes two messages: one sets the clock, which goes on from there, and
 * each is answered with the bytes that the process holds. That is what is left when the garbage has been collected. Resident memory would also
 * say how much garbage a version of Node.js lets lie, and what the allocator has not given back.
 */
const { setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");

setFlagsFromString("--expose-gc");
/** @type {() => void} */
const collectGarbage = runInNewContext("gc");

let ahead = 0;
const RealDate = Date;
class MovedDate extends RealDate {
  /** @param {any[]} parts */
  constructor(...parts) {
    // @ts-expect-error: as many as Date takes
    super(...(parts.length > 0 ? parts : [RealDate.now() + ahead]));
  }
  static now() {
    return RealDate.now() + ahead;
  }
  // Next.js copies a Date's own properties, not what it inherits.
  static parse = RealDate.parse;
  static UTC = RealDate.UTC;
}
Object.defineProperty(MovedDate, "name", { value: "Date" });
globalThis.Date = /** @type {DateConstructor} */ (MovedDate);
const realNow = performance.now.bind(performance);
performance.now = () => realNow() + ahead;

process.on("message", (/** @type {{ now?: number }} */ { now }) => {
  if (now !== undefined) ahead = now - RealDate.now();
  collectGarbage();
  collectGarbage(); // what the first has finalized
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ held: heapUsed + external });
});
