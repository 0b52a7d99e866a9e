/*
 * A till: sells sweets over the counter, takes orders by telephone, and prints the orders of the website as they come in. One file of Node.js
 * without dependencies, to be read as an example of a program that uses the shop's API with a key and receives its webhooks.
 *
 *   SHOP_URL=https://shop.example SHOP_KEY=mth_… WEBHOOK_SECRET=whsec_… PORT=4100 PRINTER=/dev/usb/lp0 node till.mjs
 *
 * SHOP_KEY needs orders:write and payments:write. Without WEBHOOK_SECRET no webhooks are received; without PRINTER slips appear on the screen.
 */
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { appendFileSync } from "node:fs";
import http from "node:http";
import readline from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const { SHOP_URL = "http://localhost:3000", SHOP_KEY = "", WEBHOOK_SECRET, PORT = "4100", PRINTER } = process.env;

const HELP = `  2 kaju 500     adds 2 packs of the sweet whose name and pack have these words
  - kaju         takes a sweet out again
  cash           sells it, paid in cash; also: upi, card
  phone          takes an order by telephone: asks for whom, where to and when
  clear          begins again
  quit           ends the till`;

const show = (text) => process.stdout.write(`${text}\n`);

/** What the shop has refused, in its own words. */
class Refusal extends Error {
  constructor({ message, code, permission, errors = [] }) {
    const details = permission ? [permission] : errors.map((error) => error.message).filter((text) => text !== message);
    super([message, ...details].join(" "));
    this.code = code;
  }
}

// Requests

const ATTEMPTS = 8;
/** Answers after which the same request is sent again: nobody has said whether it was done, or it was not done yet. */
const isTemporary = (status, { code }) => status >= 500 || status === 429 || code === "idempotency_key_in_use";

/**
 * Asks the shop. A request without an answer is sent again for about half a minute; `key`, its Idempotency-Key, makes sure that what it asks for
 * is done once. Throws a `Refusal`.
 */
async function ask(method, path, { body, key } = {}) {
  for (let attempt = 1; ; attempt++) {
    let seconds = attempt;
    try {
      const response = await fetch(new URL(path, SHOP_URL), {
        method,
        headers: {
          authorization: `Bearer ${SHOP_KEY}`,
          ...(body && { "content-type": "application/json" }),
          ...(key && { "idempotency-key": key }),
        },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      });
      const answer = await response.json();
      if (response.ok) return answer;
      if (attempt === ATTEMPTS || !isTemporary(response.status, answer)) throw new Refusal(answer);
      seconds = Number(response.headers.get("retry-after") ?? seconds);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (attempt === ATTEMPTS) throw new Error(`No answer from ${SHOP_URL}: ${error.cause?.message ?? error.message}`);
      if (attempt === 1) show("No answer. Trying again …");
    }
    await sleep(seconds * 1000);
  }
}

// Sweets. All packs of the shop are kept here, so that a name is found at once.

let packs = [];

const packsOf = ({ id, name, packs: ofSweet }) =>
  ofSweet.map((pack) => ({ productId: id, packId: pack.id, name, ...pack, text: `${name} ${pack.label}` }));

async function loadPacks() {
  const found = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const { items, meta } = await ask("GET", `/api/sweets?limit=100&sortBy=name&page=${page}`);
    found.push(...items.flatMap(packsOf));
    last = meta.totalPages;
  }
  packs = found;
}

/** The pack that has all words; best one whose name begins with them, and the default pack of its sweet if they do not say which. */
function findPack(words, among = packs) {
  const found = among.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  const named = found.filter(({ text }) => text.toLowerCase().startsWith(words[0]));
  const best = named.length > 0 ? named : found;
  return best.find(({ isDefault }) => isDefault) ?? best[0];
}

// Orders

/** Rupees are added up in paise, so that no fraction is lost. */
const money = (rupees) => `Rs. ${rupees.toFixed(2)}`;
const sumOf = (lines) => lines.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0) / 100;

/** One customer's sweets. The key stays until the order was taken: whatever is sent again in between cannot be sold twice. */
const newBasket = () => ({ key: randomUUID(), lines: [] });
let basket = newBasket();

function add(words) {
  const quantity = /^\d{1,4}$/.test(words[0]) && words.length > 1 ? Number(words.shift()) : 1;
  const pack = findPack(words);
  if (!pack) return show(`There is no "${words.join(" ")}". Type help for the commands.`);
  const line = basket.lines.find(({ packId }) => packId === pack.packId);
  if (line) line.quantity += quantity;
  else basket.lines.push({ ...pack, quantity });
  show(`${quantity} × ${pack.text}. Total ${money(sumOf(basket.lines))}`);
}

function remove(words) {
  const line = findPack(words, basket.lines);
  if (line) basket.lines.splice(basket.lines.indexOf(line), 1);
  show(`Total ${money(sumOf(basket.lines))}`);
}

/** Takes the order of the basket. After a refusal the basket stays as it is, at today's prices. */
async function take(order) {
  const items = basket.lines.map(({ productId, packId, quantity, price }) => ({ productId, packId, quantity, price }));
  try {
    const taken = await ask("POST", "/api/admin/orders", { body: { items, ...order }, key: basket.key });
    basket = newBasket();
    const { due } = taken.payment;
    show(`Order #${taken.id}: ${money(taken.total)}, ${due > 0 ? `${money(due)} to be paid` : "paid"}`);
    return taken;
  } catch (error) {
    if (error.code === "price_changed") {
      await loadPacks();
      for (const line of basket.lines)
        line.price = packs.find(({ packId }) => packId === line.packId)?.price ?? line.price;
    }
    throw error;
  }
}

const dayText = new Intl.DateTimeFormat("en-IN", { weekday: "short", day: "numeric", month: "short" });
const windowText = (date, { from, to }) => `${dayText.format(new Date(`${date}T12:00`))} ${from}-${to}`;

/** Asks for what an order by telephone needs. What is left empty is left out. */
async function takeByPhone(answerTo) {
  const phone = await answerTo("Phone: ");
  const name = await answerTo("Name: ");
  const address = await answerTo("Address (empty: picked up at the shop): ");
  const pincode = address ? await answerTo("Pincode: ") : (await ask("GET", "/api/shop")).address.postalCode;
  const items = basket.lines.map(({ productId, packId, quantity }) => `${productId}:${quantity}:${packId}`).join();
  const query = new URLSearchParams({ pincode, items });
  const { served, methods } = pincode ? await ask("GET", `/api/delivery?${query}`) : { served: true, methods: [] };
  if (address && !served) return show("The shop does not deliver there.");
  const offer = methods.find(({ method }) => (method === "pickup") === !address);
  const windows = (offer?.days ?? [])
    .flatMap(({ date, slots }) => slots.map((slot) => ({ date, ...slot })))
    .filter(({ left }) => left > 0)
    .slice(0, 9);
  for (const [index, window] of windows.entries())
    show(`  ${index + 1}  ${windowText(window.date, window)}, ${window.left} left`);
  const chosen = windows.length > 0 && windows[Number(await answerTo("Window (its number; empty: none): ")) - 1];
  const [amount, method = "cash"] = (await answerTo("Advance (such as 200 upi; empty: none): ")).split(/\s+/);
  await take({
    customer: { name, phone, email: null },
    delivery: {
      recipientName: name,
      phoneNumber: phone,
      deliveryAddress: address || "Picked up at the shop",
      ...(offer && { method: offer.method }),
      ...(address && pincode && { pincode }),
      ...(chosen && { slot: { date: chosen.date, from: chosen.from } }),
    },
    ...(amount && { received: { method, amount: Number(amount) } }),
  });
}

// Slips, for paper of 80 mm

const WIDTH = 42;

function slipOf({ id, items, fulfilment: { method, slot, pincode }, day, ...order }) {
  const when = slot
    ? windowText(slot.date, slot)
    : day
      ? dayText.format(new Date(`${day}T12:00`))
      : "time to be arranged";
  const { due } = order.payment;
  return [
    "=".repeat(WIDTH),
    `ORDER #${id}  ${method ?? "delivery"}, ${when}`,
    ...items.map(
      ({ quantity, product, packLabel }) => `${String(quantity).padStart(3)} x ${product.name} ${packLabel}`,
    ),
    ...(order.giftWrap ? ["    Gift wrap"] : []),
    ...[order.personalMessage && `Card: ${order.personalMessage}`, order.notes && `Notes: ${order.notes}`],
    [order.recipientName, order.phoneNumber].filter(Boolean).join(", "),
    [order.deliveryAddress, pincode].filter(Boolean).join(", "),
    `Total ${money(order.total)}${due > 0 ? `, ${money(due)} to be paid` : ", paid"}`,
    "=".repeat(WIDTH),
  ]
    .filter(Boolean)
    .join("\n");
}

const print = (text) => (PRINTER ? appendFileSync(PRINTER, `${text}\n\n`) : show(text));

// Webhooks

const FIVE_MINUTES = 300;
const THREE_DAYS = 3 * 86_400_000;
const MOST_BYTES = 1_000_000;

/** Whether the shop has signed a body, by Standard Webhooks: one of the signatures of the header is by this till's secret, and is new. */
function isSigned(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures = "" } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < FIVE_MINUTES)) return false;
  const key = Buffer.from(WEBHOOK_SECRET.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${time}.`).update(body).digest();
  return signatures.split(" ").some((one) => {
    const [version, encoded = ""] = one.split(",");
    const given = Buffer.from(encoded, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** What was dealt with, by id: an event may come more than once, for three days. */
const dealtWith = new Map();

function deal({ id, type, data }) {
  if (dealtWith.has(id)) return;
  if (type === "order.created" && data.status === "Pending") print(slipOf(data));
  if (type === "order.cancelled") print(`ORDER #${data.id} WAS CANCELLED`);
  if (type === "sweet.updated") packs = [...packs.filter(({ productId }) => productId !== data.id), ...packsOf(data)];
  if (type === "stock.out") show(`${data.name} is sold out`);
  if (type === "test") show("The shop has sent a test");
  const now = Date.now();
  dealtWith.set(id, now);
  for (const [old, at] of dealtWith) if (now - at > THREE_DAYS) dealtWith.delete(old);
}

async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error("The body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Receives webhooks. What could not be printed is answered 500, and the shop sends it again. */
const receiver = http.createServer(async (request, response) => {
  const end = (status) => response.writeHead(status).end();
  try {
    const body = await bodyOf(request);
    if (request.method !== "POST" || !isSigned(request.headers, body)) return end(401);
    deal(JSON.parse(body));
    end(204);
  } catch (error) {
    show(`A webhook was not dealt with: ${error.message}`);
    end(500);
  }
});

// The screen

async function execute(line, answerTo) {
  const words = line.toLowerCase().split(/\s+/);
  const [command, ...rest] = words;
  const isOrder = ["cash", "upi", "card", "phone"].includes(line.toLowerCase());
  if (command === "help") show(HELP);
  else if (command === "clear") basket = newBasket();
  else if (command === "-") remove(rest);
  else if (isOrder && basket.lines.length === 0) show("Please add a sweet first.");
  else if (command === "phone" && isOrder) await takeByPhone(answerTo);
  else if (isOrder) await take({ payment: command });
  else add(words);
}

async function main() {
  // Whether the key is good is known at once, and not when the first customer waits.
  const { meta } = await ask("GET", "/api/admin/orders?status=Pending");
  await loadPacks();
  show(`${packs.length} packs on sale. ${meta.total} orders are pending.`);
  if (WEBHOOK_SECRET)
    receiver.listen(Number(PORT), () => show(`Receiving webhooks at port ${receiver.address().port}.`));

  const screen = readline.createInterface({ input: process.stdin, prompt: "> ", output: process.stdout });
  const lines = screen[Symbol.asyncIterator]();
  const answerTo = async (question) => {
    screen.setPrompt(question);
    screen.prompt();
    const { value, done } = await lines.next();
    screen.setPrompt("> ");
    return done ? "" : value.trim();
  };
  for (screen.prompt(); ; screen.prompt()) {
    const { value, done } = await lines.next();
    if (done || value.trim() === "quit") break;
    if (value.trim()) await execute(value.trim(), answerTo).catch((error) => show(error.message));
  }
  screen.close();
  receiver.close();
}

await main().catch((error) => {
  show(error.message);
  process.exitCode = 1;
});
