// How much the property tests try: so many runs from one seed, the same in every run of the tests, since a failure must be the fault of
// what was changed. PROPERTY_RUNS tries more and PROPERTY_SEED something else: `PROPERTY_RUNS=200 PROPERTY_SEED=$RANDOM npm test -- domain …`.

import fc from "fast-check";

/** Runs of one property, more of them at night (`npm run test:all`). The examples that a test names come in addition. */
const RUNS = Number(process.env.PROPERTY_RUNS || (process.env.TEST_NIGHT ? 32 : 8));
const SEED = Number(process.env.PROPERTY_SEED || 1985);

/** For `fc.assert` of what works on a database. */
export const bounds = { seed: SEED, numRuns: RUNS };
/** For `fc.assert` of functions alone, of which a run takes a few milliseconds. */
export const boundsOfFunctions = { seed: SEED, numRuns: 20 * RUNS };
/** For `fc.assert` of calls of one operation of the API, of which there are about ninety. */
export const boundsOfCalls = { seed: SEED, numRuns: Math.ceil(process.env.TEST_NIGHT ? 2 * RUNS : RUNS / 2) };
/** Milliseconds for a test: a failure is shrunk, which takes many runs more. */
export const limit = 120_000 + RUNS * 5_000;

/** One of the operations that `fc.oneof` chooses from, so often as its weight says. */
export const chance = <Name extends string, Fields extends object>(
  weight: number,
  op: Name,
  fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
) => ({ weight, arbitrary: fc.record({ op: fc.constant(op), ...fields }) as fc.Arbitrary<{ op: Name } & Fields> });
