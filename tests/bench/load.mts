// One run of load in a process of its own, so that what measures does not disturb what is measured: options as JSON in argv[2], result as JSON.
//   { url, seconds, connections, headers?, paths?: string[], rate?, timeout?,
//     clients?: [{ headers, requests: [{ method, path, body }] }], flow? }
// `paths` are asked in turn. With `clients` each connection is a person with requests of its own; `{n}` in a body or header is a number never used before.
// With a `flow` (peers/flows.ts) the rate and the times of the result are those of whole orders.
import autocannon from "autocannon";
import { type Placed, requestsOf } from "./peers/flows";

const {
  url,
  seconds,
  connections,
  headers,
  paths,
  rate,
  timeout = 30,
  clients,
  flow,
} = JSON.parse(process.argv[2] ?? "{}");
let number = Date.now();
let client = 0;
const fresh = (text?: string) => text?.replaceAll("{n}", () => String(number++));

const placed: Placed = { times: [], calls: 1 };
/** Milliseconds by status. */
const times = new Map<number, number[]>();
const instance = autocannon({
  url,
  duration: seconds,
  connections,
  headers,
  overallRate: rate,
  timeout,
  requests: paths?.map((path: string) => ({ method: "GET", path })),
  setupClient(connection: any) {
    if (flow) connection.setRequests(requestsOf(flow, client++, placed));
    else if (clients) {
      const person = clients[client++ % clients.length];
      connection.setRequests(
        person.requests.map((request: any) => ({
          ...request,
          headers: { "content-type": "application/json", ...person.headers },
          setupRequest: (made: any) => ({
            ...made,
            body: fresh(request.body),
            headers: Object.fromEntries(
              Object.entries(made.headers).map(([name, value]) => [name, fresh(value as string)]),
            ),
          }),
        })),
      );
    }
    connection.on("response", (status: number, _bytes: number, ms: number) => {
      const list = times.get(status);
      if (list) list.push(ms);
      else times.set(status, [ms]);
    });
  },
});
const result = await instance;
if (placed.wrong) throw new Error(placed.wrong);

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const statuses = Object.fromEntries(
  [...times].map(([status, list]) => {
    list.sort((a, b) => a - b);
    return [
      status,
      { count: list.length, p50: at(list, 0.5), p95: at(list, 0.95), p99: at(list, 0.99), max: list.at(-1) },
    ];
  }),
);
const whole = placed.times.toSorted((a, b) => a - b);
console.log(
  JSON.stringify({
    // An order that the end of the run cut off counts by its share of calls.
    perSecond: result.requests.total / result.duration / placed.calls,
    p50: flow ? at(whole, 0.5) : result.latency.p50,
    p99: flow ? at(whole, 0.99) : result.latency.p99,
    max: flow ? (whole.at(-1) ?? 0) : result.latency.max,
    bytesPerAnswer: result.throughput.total / Math.max(1, result.requests.total),
    errors: result.errors,
    timeouts: result.timeouts,
    statuses,
  }),
);
