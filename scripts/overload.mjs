// Refuses what would wait longer than its sender does, so that what is let in is answered soon. A crowd that comes at once is let in whole: it is
// served within seconds. Only a queue that has stood for a while means that more comes than can be served; then it is kept short.

/** A queue that a shop answers within a second or two: at 200 answers a second, one. */
const SHORT = 200;
/** How long a longer queue may stand. */
const CROWD_MS = 3000;
/** Never more: they would fill the memory. */
const MOST = 2000;

let waiting = 0;
/** When the queue grew longer than short; 0 while it is not. */
let since = 0;
/** It has stood for too long: it is kept short until half of that is answered, for at the mark itself it would be let grow again at once. */
let keptShort = false;

/** Must a new request be refused? */
export function isOverloaded() {
  if (waiting >= MOST) return true;
  if (waiting < SHORT) return false;
  since ||= Date.now();
  if (Date.now() - since > CROWD_MS) keptShort = true;
  return keptShort;
}

/** A crowd that is gone leaves nothing behind: the next one gets a time of its own. */
function answered() {
  waiting--;
  if (waiting < SHORT / 2) keptShort = false;
  if (waiting < SHORT && !keptShort) since = 0;
}

/**
 * Counts a request as waiting, from when it is handled until its answer has been handed over. While whoever handles it waits for its body,
 * it waits for its sender, not for us: then it is paused.
 * @param {import("node:http").ServerResponse} response
 */
export function count(response) {
  let counted = false;
  let ended = false;
  const resume = () => {
    if (counted || ended) return;
    counted = true;
    waiting++;
  };
  const pause = () => {
    if (counted) answered();
    counted = false;
  };
  const end = () => {
    ended = true;
    pause();
  };
  response.once("finish", end);
  response.once("close", end);
  resume();
  return { pause, resume };
}

/** @type {(() => void)[]} */
const toBegin = [];
let begun = false;

/**
 * Begins one request in each turn of the event loop, in which Node lets one new connection in (libuv 1.46): a turn that began hundreds
 * of them kept newcomers out for seconds.
 * @param {() => void} work
 */
export function beginInTurn(work) {
  if (begun) toBegin.push(work);
  else beginOne(work);
}

/** @param {() => void} work */
function beginOne(work) {
  begun = true;
  setImmediate(nextTurn);
  work();
}

function nextTurn() {
  begun = false;
  const work = toBegin.shift();
  if (work) beginOne(work);
}
