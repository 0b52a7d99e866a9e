// Fixes faults of postgres.js 3.4.9 after an installation: what it does when a connection ends while it is used, under load, and in COPY.
// Without this a restart of the database leaves connections that never connect again and throws where nobody can catch it, and a
// transaction can begin on a connection that others go on using (tests/faults, tests/domain/pool.test.ts, driver.test.ts). To be
// dropped when a release has them fixed; it fails when the package is another one. A change that is added later must leave the
// text of the earlier ones whole: they are looked for in packages that have been changed before.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = path.resolve(import.meta.dirname, "../node_modules/postgres");

/** @type {Record<string, [from: string, to: string][]>} */
const changes = {
  "connection.js": [
    // What was about to be written, and the error that ended the connection, belong to the life that ended: else the next one
    // never sends its greeting (CONNECT_TIMEOUT), and its first query fails with the old error.
    [
      "    clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)",
      "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = errorResponse = null\n    socket.removeListener('data', data)",
    ],
    [
      "error(Errors.connection('CONNECTION_CLOSED', options, socket))\n    closedTime = performance.now()",
      "error(Errors.connection('CONNECTION_CLOSED', options, socket))\n    query = results = null\n    closedTime = performance.now()",
    ],
    // A transaction has its connection to itself, however much is under way on it.
    [
      "      return write(toBuffer(q))\n        && !q.describeFirst\n        && !q.cursorFn\n        && sent.length < max_pipeline\n        && (!q.options.onexecute || q.options.onexecute(connection))",
      "      const more = write(toBuffer(q)) && !q.describeFirst && !q.cursorFn && sent.length < max_pipeline\n      return q.options.onexecute ? q.options.onexecute(connection) : more",
    ],
    // Nothing is written where there is no connection.
    [
      "    const x = socket.write(chunk, fn)\n    nextWriteTimer",
      "    const x = socket ? socket.write(chunk, fn) : false\n    nextWriteTimer",
    ],
    // A COPY whose last rows filled its stream left the connection paused for good: nobody reads on from a stream that has ended.
    ["    stream && stream.push(null)\n", "    stream && stream.push(null)\n    socket && socket.resume()\n"],
    // A query that fails after some of its rows, or whose connection ends there, left their number behind: the next result began
    // with as many holes.
    [
      "    query = results = errorResponse = null\n    result = new Result()\n",
      "    rows = 0\n    query = results = errorResponse = null\n    result = new Result()\n",
    ],
    [
      "  async function closed(hadError) {\n",
      "  async function closed(hadError) {\n    rows = 0\n    result = new Result()\n",
    ],
    // A server that accepts and ends at once (a proxy whose database is down), or several hosts that are all down: the query that
    // waits for the connection tries each host, then again after the backoff, and is refused after connect_timeout instead of never.
    ["    , initial = null\n", "    , initial = null\n    , initialUntil = 0\n"],
    [
      "      initial = query\n      reconnect()",
      "      initial = query\n      initialUntil = performance.now() + (options.connect_timeout || 30) * 1000\n      reconnect()",
    ],
    [
      "    if (initial)\n      return reconnect()\n",
      `    if (initial) {
      closedTime = performance.now()
      hostIndex === 0 && options.shared.retries++
      delay = hostIndex > 0 ? 0 : (typeof backoff === 'function' ? backoff(options.shared.retries) : backoff) * 1000
      if (closedTime + delay < initialUntil)
        return reconnect()
      errored(Errors.connection('CONNECTION_CLOSED', options, socket))
    }
`,
    ],
    // A connection that was opened for reserve() without looking types up first was given to nobody.
    [
      "      initial && !initial.reserve && execute(initial)\n      options.shared.retries = retries = 0\n      initial = null\n      return\n",
      "      const reserving = initial.reserve\n      !reserving && execute(initial)\n      options.shared.retries = retries = 0\n      initial = null\n      if (!reserving)\n        return\n",
    ],
  ],
  "index.js": [
    // A transaction whose connection ended sends nothing more: that would run outside of it, on the connection's next life.
    ["      , connection\n      , prepare = null", "      , connection\n      , ended = null\n      , prepare = null"],
    [
      "new Promise((_, reject) => connection.onclose = reject)",
      "new Promise((_, reject) => connection.onclose = error => reject(ended = error))",
    ],
    [
      "        q.catch(e => uncaughtError || (uncaughtError = e))\n",
      "        q.catch(e => uncaughtError || (uncaughtError = e))\n        if (ended)\n          return q.reject(ended)\n",
    ],
    // Who reserved a connection that ended is refused from then on, what waits for it too, and its release gives nothing back: the
    // dead connection was handed to others, who waited for ever.
    [
      "    c.reserved.release = true\n",
      "    c.reserved.release = true\n    let lost = null\n    c.onclose = error => {\n      lost = error\n      while (queue.length)\n        queue.shift().reject(error)\n    }\n",
    ],
    [
      "    sql.release = () => {\n      c.reserved = null\n",
      "    sql.release = () => {\n      if (lost)\n        return\n      c.onclose = null\n      c.reserved = null\n",
    ],
    [
      "    function handler(q) {\n      c.queue === full\n        ? queue.push(q)",
      "    function handler(q) {\n      if (lost)\n        return q.reject(lost)\n      c.queue === full\n        ? queue.push(q)",
    ],
    // Who waits for a connection to reserve stays in the queue while one is opened, and leaves it when refused.
    [
      "        const query = { reserve: resolve, reject }\n",
      "        const query = { reserve: resolve, reject: error => (queries.remove(query), reject(error)) }\n",
    ],
    [
      "    queries.length && connect(c, queries.shift())\n",
      "    if (queries.length) {\n      const next = queries.shift()\n      next.reserve && queries.push(next)\n      connect(c, next)\n    }\n",
    ],
  ],
};

/** Mends the installed package, once. Throws when it is not the one that this knows. */
export function mendPostgres() {
  for (const form of ["src", "cjs/src"])
    for (const [name, pairs] of Object.entries(changes)) {
      const file = path.join(folder, form, name);
      const installed = fs.readFileSync(file, "utf8");
      let text = installed;
      for (const [from, to] of pairs) {
        if (text.includes(to)) continue;
        if (text.split(from).length !== 2)
          throw new Error(`${file} is not that of postgres.js 3.4.9: see scripts/mend-postgres.mjs`);
        text = text.replace(from, () => to);
      }
      if (text === installed) continue;
      // A file of its own: package managers link one file into many places.
      fs.writeFileSync(`${file}.mended`, text);
      fs.renameSync(`${file}.mended`, file);
    }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) mendPostgres();
