/*
 * A stand-in of Razorpay on this machine, in memory: its orders, payments, refunds, hosted page and webhooks, as https://razorpay.com/docs
 * describes them. It can lose, spoil and delay its answers. `node --import tsx tests/support/razorpay.ts` runs it as a process of its own.
 */
import { createHmac, randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

export type GatewayOrder = ReturnType<typeof newOrder>;
export type GatewayPayment = ReturnType<typeof newPayment>;
export type GatewayRefund = ReturnType<typeof newRefund>;
/** What a request is called here; `any` stands for every one of the API. */
export type GatewayCall = (typeof ROUTES)[number][2];
/**
 * What becomes of an answer: `error` (500) does nothing; all others do the work, and then hang up, answer no JSON, answer 502, never
 * answer, or answer after `slowMs`.
 */
export type GatewayFault = "lost" | "unreadable" | "error" | "errorAfter" | "silent" | "slow";
type Options = {
  port?: number;
  webhookUrl?: string;
  keyId?: string;
  keySecret?: string;
  webhookSecret?: string;
  /** Where all that happened is kept, so that one that is started again knows it. */
  file?: string;
};
type Kept = Record<"orders", GatewayOrder[]> &
  Record<"payments", GatewayPayment[]> &
  Record<"refunds", GatewayRefund[]> & {
    keys: Record<"key" | "request" | "refund", string>[];
  };
type Payer = { description?: string; email?: string; contact?: string };
type Method = keyof typeof ACQUIRER;
type Body = Record<string, unknown>;

const ROUTES = [
  ["POST", /^\/v1\/orders$/, "createOrder"],
  ["GET", /^\/v1\/orders$/, "findOrders"],
  ["GET", /^\/v1\/orders\/([^/]+)$/, "order"],
  ["GET", /^\/v1\/orders\/([^/]+)\/payments$/, "orderPayments"],
  ["GET", /^\/v1\/payments\/([^/]+)$/, "payment"],
  ["POST", /^\/v1\/payments\/([^/]+)\/refund$/, "refund"],
  ["GET", /^\/v1\/payments\/([^/]+)\/refunds$/, "refunds"],
  ["GET", /^\/v1\/refunds\/([^/]+)$/, "refundStatus"],
] as const;
const ACQUIRER = { upi: "rrn", card: "auth_code", netbanking: "bank_transaction_id", wallet: "transaction_id" };
const ERRORS = { code: "BAD_REQUEST_ERROR", description: "Payment failed", source: "bank" };
const PAYMENT_ERROR = { ...ERRORS, step: "payment_authorization", reason: "payment_failed" };
const REFUND_REFUSED =
  "Your account does not have enough balance to carry out the refund operation. You can add funds to your account from your Razorpay dashboard or capture new payments.";

export class RazorpayStandIn {
  readonly orders: GatewayOrder[] = [];
  readonly payments: GatewayPayment[] = [];
  readonly refunds: GatewayRefund[] = [];
  /** Every request, in order, also those that were refused. */
  readonly calls: { name: string; method: string; path: string; body: string; key?: string; at: Date }[] = [];
  /** Every webhook that was sent for what happened, with the statuses that it was answered (0: none). */
  readonly deliveries: { event: string; id: string; statuses: number[] }[] = [];
  /** For the calls to come, the first of each list first; `any` is for calls without one of their own. */
  readonly faults = perCall<GatewayFault>();
  slowMs = 1000;
  /** What becomes of the refunds to come. */
  refundStatus: GatewayRefund["status"] | "refused" = "processed";
  /** Whether a second order with the same receipt is refused, as an account may be set. */
  uniqueReceipts = false;
  /** Where webhooks are sent; undefined: nowhere. */
  webhookUrl: string | undefined;
  /** Pauses before the further attempts to deliver a webhook. */
  retryAfterMs = [500, 2000, 5000];
  now = () => new Date();
  readonly keyId: string;
  readonly keySecret: string;
  readonly webhookSecret: string;
  private readonly hooks = perCall<() => unknown>();
  private readonly refundKeys = new Map<string, { request: string; refund: GatewayRefund; answering: boolean }>();
  private readonly closing = new AbortController();
  private readonly sending = new Set<Promise<void>>();
  private readonly server = http.createServer((request, response) => {
    this.serve(request, response).catch((error) => send(response, 500, { error: String(error) }));
  });
  private port: number;
  private readonly file: string | undefined;

  private constructor(options: Options) {
    this.port = options.port ?? 0;
    this.file = options.file;
    if (this.file && fs.existsSync(this.file)) this.restore(JSON.parse(fs.readFileSync(this.file, "utf8")));
    this.webhookUrl = options.webhookUrl;
    this.keyId = options.keyId ?? "rzp_test_StandIn0000000";
    this.keySecret = options.keySecret ?? "stand-in-key-secret-000000";
    this.webhookSecret = options.webhookSecret ?? "stand-in-webhook-secret-00";
  }

  static async start(options: Options = {}): Promise<RazorpayStandIn> {
    const standIn = new RazorpayStandIn(options);
    await standIn.comeBack();
    return standIn;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The settings of a shop that is paid here. */
  get environment() {
    return {
      RAZORPAY_KEY_ID: this.keyId,
      RAZORPAY_KEY_SECRET: this.keySecret,
      RAZORPAY_WEBHOOK_SECRET: this.webhookSecret,
      RAZORPAY_API: this.url,
    };
  }

  get away() {
    return !this.server.listening;
  }

  /** Refuses connections, and ends those that there are. */
  async goAway(): Promise<void> {
    if (this.away) return;
    const closed = once(this.server, "close");
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  /** On the same port as before. */
  async comeBack(): Promise<void> {
    if (!this.away) return;
    this.server.listen(this.port, "127.0.0.1");
    await once(this.server, "listening");
    this.port = (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.goAway();
    await this.delivered();
    this.keep();
  }

  private keep() {
    if (!this.file) return;
    const { orders, payments, refunds } = this;
    const keys = [...this.refundKeys].map(([key, { request, refund }]) => ({ key, request, refund: refund.id }));
    const draft = `${this.file}.new`;
    fs.writeFileSync(draft, JSON.stringify({ orders, payments, refunds, keys }));
    fs.renameSync(draft, this.file);
  }

  private restore(kept: Kept) {
    this.orders.push(...kept.orders);
    this.payments.push(...kept.payments);
    this.refunds.push(...kept.refunds);
    for (const { key, request, refund } of kept.keys)
      this.refundKeys.set(key, { request, refund: found(this.refunds, refund), answering: false });
  }

  /** Runs between the work of the next such call and its answer. */
  onNext(call: GatewayCall | "any", act: () => unknown): void {
    this.hooks[call].push(act);
  }

  /** A payment as somebody makes it on the hosted page. */
  pay(
    orderId: string,
    options: Payer & { amount?: number; status?: "captured" | "authorized" | "failed"; method?: Method } = {},
  ): GatewayPayment {
    const order = found(this.orders, orderId);
    const { method = "upi", status = "captured", amount = order.amount } = options;
    const payment = newPayment(order, amount, method, status === "failed", options, this.seconds());
    this.payments.push(payment);
    order.attempts += 1;
    if (order.status === "created") order.status = "attempted";
    if (status === "captured") return this.capture(payment.id);
    this.tell(`payment.${status}`, payment);
    return payment;
  }

  /** Captures a payment that was authorized, or one that had failed before and came through late. */
  capture(paymentId: string): GatewayPayment {
    const payment = found(this.payments, paymentId);
    if (payment.captured) throw new Refusal("This payment has already been captured");
    const order = found(this.orders, payment.order_id);
    const charge = Math.round(payment.amount * 0.02);
    const tax = Math.round(charge * 0.18);
    Object.assign(payment, { status: "captured", captured: true, fee: charge + tax, tax, ...errorFields(null) });
    order.amount_paid += payment.amount;
    order.amount_due = Math.max(0, order.amount - order.amount_paid);
    if (order.amount_due === 0) order.status = "paid";
    this.tell("payment.captured", payment);
    if (order.status === "paid") this.tell("order.paid", payment);
    return payment;
  }

  /** The form that the hosted page posts to the shop. */
  callbackFields(payment: GatewayPayment): Record<string, string> {
    const { id, order_id } = payment;
    if (payment.status === "failed") {
      const fields = { ...PAYMENT_ERROR, metadata: JSON.stringify({ payment_id: id, order_id }) };
      return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`error[${name}]`, value]));
    }
    const razorpay_signature = hmac(this.keySecret, `${order_id}|${id}`);
    return { razorpay_payment_id: id, razorpay_order_id: order_id, razorpay_signature };
  }

  /** A refund that somebody makes in the gateway's dashboard. */
  refund(paymentId: string, amount: number): GatewayRefund {
    return this.makeRefund(paymentId, { amount });
  }

  /** Gives back a payment that was never captured, as the gateway does by itself after some days, or at once for a paid order. */
  autoRefund(paymentId: string): GatewayRefund {
    const payment = found(this.payments, paymentId);
    if (payment.status !== "authorized") throw new Refusal("Only what is authorized is refunded by itself");
    const refund = newRefund(payment, payment.amount, "normal", null, [], this.seconds());
    this.refunds.push(refund);
    return this.settle(refund.id, "processed");
  }

  settle(refundId: string, status: "processed" | "failed"): GatewayRefund {
    const refund = found(this.refunds, refundId);
    refund.status = status;
    refund.acquirer_data.arn = status === "processed" ? "10000000000000" : null;
    this.recount(found(this.payments, refund.payment_id));
    this.tell(`refund.${status}`, refund);
    return refund;
  }

  /** A webhook as it is posted. The entity of `order.paid` is the order or its payment. */
  event(name: string, entity: GatewayOrder | GatewayPayment | GatewayRefund, id = newId("evt")) {
    const isOrders = name.startsWith("order.");
    const orderId = entity.entity === "order" ? entity.id : entity.entity === "payment" ? entity.order_id : "";
    const contained =
      entity.entity === "refund"
        ? { refund: entity, payment: found(this.payments, entity.payment_id) }
        : isOrders
          ? {
              payment:
                entity.entity === "payment"
                  ? entity
                  : this.payments.find((payment) => payment.order_id === orderId && payment.captured),
              order: found(this.orders, orderId),
            }
          : { [entity.entity]: entity };
    const body = JSON.stringify({
      entity: "event",
      account_id: "acc_StandIn0000000",
      event: name,
      contains: Object.keys(contained),
      payload: Object.fromEntries(Object.entries(contained).map(([kind, what]) => [kind, { entity: what }])),
      created_at: this.seconds(),
    });
    const headers: Record<string, string> = {
      "content-type": "application/json",
      "x-razorpay-signature": hmac(this.webhookSecret, body),
      "x-razorpay-event-id": id,
    };
    return { body, headers };
  }

  async send(name: string, entity: GatewayOrder | GatewayPayment | GatewayRefund, url = this.webhookUrl) {
    if (!url) throw new Error("There is no address to send a webhook to");
    return fetch(url, { method: "POST", ...this.event(name, entity) });
  }

  /** Ends when no webhook is on its way any more. */
  async delivered(): Promise<void> {
    while (this.sending.size > 0) await Promise.all(this.sending);
  }

  /** In paise, of what was captured: of the orders with a receipt, or of all. */
  totals(receipt?: string) {
    const orders = new Set(this.orders.filter((order) => (receipt ?? order.receipt) === order.receipt).map(idOf));
    const payments = this.payments.filter((payment) => orders.has(payment.order_id) && payment.captured);
    const paid = new Set(payments.map(idOf));
    const refunds = this.refunds.filter((refund) => paid.has(refund.payment_id));
    const of = (status: string) => sum(refunds.filter((refund) => refund.status === status));
    return { captured: sum(payments), refunded: of("processed"), pending: of("pending") };
  }

  private seconds() {
    return Math.floor(this.now().getTime() / 1000);
  }

  /** Posts a webhook, with the entity as it is now, until it is answered 2xx or there are no pauses left. */
  private tell(name: string, entity: GatewayPayment | GatewayRefund) {
    const url = this.webhookUrl;
    if (!url) return;
    const delivery = { event: name, id: newId("evt"), statuses: [] as number[] };
    const request = { method: "POST", ...this.event(name, entity, delivery.id) };
    this.deliveries.push(delivery);
    const { signal } = this.closing;
    const deliver = async () => {
      // The answer of the request that made this happen goes first.
      for (const pause of [20, ...this.retryAfterMs]) {
        await wait(pause, undefined, { signal });
        const until = AbortSignal.any([signal, AbortSignal.timeout(5000)]);
        const response = await fetch(url, { ...request, signal: until }).catch(() => undefined);
        await response?.body?.cancel();
        delivery.statuses.push(response?.status ?? 0);
        if (response?.ok) return;
      }
    };
    const sent: Promise<void> = deliver()
      .catch(() => {})
      .finally(() => this.sending.delete(sent));
    this.sending.add(sent);
  }

  private async serve(request: IncomingMessage, response: ServerResponse) {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { method = "", url: path = "" } = request;
    const { pathname, searchParams } = new URL(path, this.url);
    const key = request.headers["x-refund-idempotency"]?.toString();
    const isPage = method === "POST" && pathname === "/v1/checkout/embedded";
    const [, pattern, name] = ROUTES.find(([verb, route]) => verb === method && route.test(pathname)) ?? [];
    this.calls.push({ name: isPage ? "checkout" : (name ?? "unknown"), method, path, body, key, at: this.now() });
    if (isPage) return this.checkout(new URLSearchParams(body), response);
    const basic = `Basic ${Buffer.from(`${this.keyId}:${this.keySecret}`).toString("base64")}`;
    if (request.headers.authorization !== basic) return refuse(response, new Refusal("Authentication failed", 401));
    if (!name) return refuse(response, new Refusal("The requested URL was not found on the server."));
    const fault = this.faults[name].shift() ?? this.faults.any.shift();
    if (fault === "error") return refuse(response, new Refusal("We are facing some trouble", 500));
    const id = pattern?.exec(pathname)?.[1] ?? "";
    // As text, since it says how things stood at that moment.
    let answer: string | Refusal;
    try {
      answer = JSON.stringify(this.work(name, id, searchParams, body, key));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer = error;
    }
    if (method === "POST") this.keep();
    const act = this.hooks[name].shift() ?? this.hooks.any.shift();
    const earlier = act || fault === "slow" ? this.refundKeys.get(key ?? "") : undefined;
    if (earlier) earlier.answering = true;
    await act?.();
    if (fault === "slow") await wait(this.slowMs, undefined, { signal: this.closing.signal }).catch(() => {});
    if (earlier) earlier.answering = false;
    if (fault === "silent") return;
    if (fault === "lost") return void request.socket.destroy();
    if (fault === "unreadable" || fault === "errorAfter")
      return void response.writeHead(fault === "unreadable" ? 200 : 502, { "content-type": "text/html" }).end("<html>");
    if (answer instanceof Refusal) return refuse(response, answer);
    send(response, 200, answer);
  }

  private work(name: GatewayCall, id: string, query: URLSearchParams, body: string, key?: string): unknown {
    if (name === "createOrder") return this.makeOrder(parsed(body));
    if (name === "refund") return this.refundOnce(id, body, key);
    if (name === "refundStatus") return found(this.refunds, id);
    if (name === "payment") return found(this.payments, id);
    if (name === "order") return found(this.orders, id);
    if (name === "orderPayments") {
      const order = found(this.orders, id);
      return collection(this.payments.filter((payment) => payment.order_id === order.id));
    }
    const receipt = query.get("receipt");
    const all =
      name === "refunds"
        ? this.refunds.filter((refund) => refund.payment_id === found(this.payments, id).id)
        : this.orders.filter((order) => (receipt ?? order.receipt) === order.receipt);
    const skip = Number(query.get("skip") ?? 0);
    return collection(all.reverse().slice(skip, skip + Number(query.get("count") ?? 10)));
  }

  private makeOrder(body: Body): GatewayOrder {
    onlyFields(body, ["amount", "currency", "receipt", "notes", "partial_payment", "payment_capture", "payment"]);
    const amount = wholeAmount(body.amount);
    const { currency, receipt = null } = body;
    if (currency !== "INR") throw new Refusal("The currency field is required, and is INR.", 400, "currency");
    if (receipt !== null && (typeof receipt !== "string" || receipt.length > 40))
      throw new Refusal("The receipt may not be greater than 40 characters.", 400, "receipt");
    if (this.uniqueReceipts && receipt !== null && this.orders.some((order) => order.receipt === receipt))
      throw new Refusal("Order receipt should be unique.", 400, "receipt");
    const order = newOrder(amount, receipt, notesOf(body.notes), this.seconds());
    this.orders.push(order);
    return order;
  }

  /** The same key and request: the same refund, as it stands now. */
  private refundOnce(paymentId: string, body: string, key?: string): GatewayRefund {
    if (key === undefined) return this.makeRefund(paymentId, parsed(body));
    if (key.length < 10) throw new Refusal("The idempotency key must be at least 10 characters long.");
    if (/[^\w-]/.test(key))
      throw new Refusal("The idempotency key must only contain alphanumeric characters, underscores, and hyphens");
    const request = `${paymentId} ${body}`;
    const before = this.refundKeys.get(key);
    if (before?.answering)
      throw new Refusal("Another request with the same idempotency key is still in progress.", 409);
    if (before && before.request !== request)
      throw new Refusal("Different request with the same idempotency key has already been processed.");
    if (before) return before.refund;
    const refund = this.makeRefund(paymentId, parsed(body));
    this.refundKeys.set(key, { request, refund, answering: false });
    return refund;
  }

  private makeRefund(paymentId: string, body: Body): GatewayRefund {
    onlyFields(body, ["amount", "speed", "notes", "receipt"]);
    const payment = found(this.payments, paymentId);
    const { speed = "normal", receipt = null } = body;
    if (!payment.captured) throw new Refusal("The payment status should be captured for action to be taken");
    const left = payment.amount - payment.amount_refunded;
    if (left === 0) throw new Refusal("The payment has been fully refunded already");
    const amount = wholeAmount(body.amount ?? left);
    if (amount > payment.amount) throw new Refusal("The refund amount provided is greater than amount captured");
    if (amount > left) throw new Refusal("The total refund amount is greater than the refund payment amount");
    if (speed !== "normal" && speed !== "optimum") throw new Refusal("The selected speed is invalid.", 400, "speed");
    if (receipt !== null && typeof receipt !== "string")
      throw new Refusal("The receipt must be a string.", 400, "receipt");
    if (this.refundStatus === "refused") throw new Refusal(REFUND_REFUSED);
    const refund = newRefund(payment, amount, speed, receipt, notesOf(body.notes), this.seconds());
    this.refunds.push(refund);
    this.recount(payment);
    return this.refundStatus === "pending" ? refund : this.settle(refund.id, this.refundStatus);
  }

  /** What was refunded of a payment; what failed can be refunded again. */
  private recount(payment: GatewayPayment) {
    const refunds = this.refunds.filter((refund) => refund.payment_id === payment.id && refund.status !== "failed");
    payment.amount_refunded = sum(refunds);
    const full = payment.amount_refunded === payment.amount;
    payment.refund_status = full ? "full" : payment.amount_refunded > 0 ? "partial" : null;
    payment.status = full ? "refunded" : "captured";
  }

  /** The hosted page, and what its buttons post to it. */
  private checkout(form: URLSearchParams, response: ServerResponse) {
    const text = (name: string) => form.get(name) ?? "";
    const order = this.orders.find(({ id }) => id === text("order_id"));
    const isAddress = (address: string) => /^https?:\/\//.test(address);
    const pressed = text("stand_in");
    const wrong =
      (text("key_id") !== this.keyId && "The api key provided is invalid") ||
      (!order && "The id provided does not exist") ||
      (!text("name") && "The name field is required.") ||
      (!isAddress(text("callback_url")) && "The callback url field is required.") ||
      (text("cancel_url") && !isAddress(text("cancel_url")) && "The cancel url format is invalid.") ||
      (form.has("amount") && text("amount") !== String(order?.amount) && "The amount is not the order's") ||
      (order?.status === "paid" && pressed !== "close" && "This order has been paid already");
    if (wrong || !order) return page(response, 400, `<h1>Not possible</h1><p>${wrong}</p>`);
    if (pressed === "close" && text("cancel_url"))
      return void response.writeHead(303, { location: text("cancel_url") }).end();
    if (pressed === "pay" || pressed === "fail") {
      const payment = this.pay(order.id, {
        status: pressed === "pay" ? "captured" : "failed",
        description: text("description") || undefined,
        email: text("prefill[email]") || undefined,
        contact: text("prefill[contact]") || undefined,
      });
      this.keep();
      const fields = formOf(text("callback_url"), Object.entries(this.callbackFields(payment)));
      const heading = pressed === "pay" ? "Paid" : "Not paid";
      const submit = "<script>document.forms[0].submit()</script>";
      return page(response, 200, `<h1>${heading}</h1>${fields}<button>Back to the shop</button></form>${submit}`);
    }
    form.delete("stand_in");
    const buttons = ["Pay", "Fail", "Close"].map(
      (label) => `<button name="stand_in" value="${label.toLowerCase()}">${label}</button>`,
    );
    page(
      response,
      200,
      `<h1>${escaped(text("name"))}</h1><p>${escaped(text("description"))}</p><p class="amount">${rupees(order.amount_due)}</p>
${formOf("/v1/checkout/embedded", [...form])}${buttons.join("")}</form>`,
    );
  }
}

class Refusal extends Error {
  constructor(
    description: string,
    readonly status = 400,
    /** The field of the request that is wrong, if one is. */
    readonly field?: string,
  ) {
    super(description);
  }
}

function refuse(response: ServerResponse, { message: description, status, field }: Refusal) {
  const [source, step, reason] = field
    ? ["business", "payment_initiation", "input_validation_failed"]
    : ["NA", "NA", "NA"];
  const code = status >= 500 ? "SERVER_ERROR" : "BAD_REQUEST_ERROR";
  send(response, status, { error: { code, description, source, step, reason, metadata: {}, field } });
}

function send(response: ServerResponse, status: number, body: unknown) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json" }).end(text);
}

const idOf = ({ id }: { id: string }) => id;
const sum = (entries: { amount: number }[]) => entries.reduce((total, { amount }) => total + amount, 0);
const collection = (items: unknown[]) => ({ entity: "collection", count: items.length, items });
const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex");
const newId = (kind: string) => `${kind}_${randomBytes(7).toString("hex")}`;

function perCall<T>() {
  const names = [...ROUTES.map(([, , name]) => name), "any" as const];
  return Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<GatewayCall | "any", T[]>;
}

function found<T extends { id: string }>(entities: T[], id: string): T {
  const entity = entities.find((each) => each.id === id);
  if (!entity) throw new Refusal("The id provided does not exist");
  return entity;
}

function parsed(body: string): Body {
  try {
    const value: unknown = JSON.parse(body || "{}");
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Body;
  } catch {}
  throw new Refusal("invalid request sent");
}

function onlyFields(body: Body, names: string[]) {
  const extra = Object.keys(body).filter((name) => !names.includes(name));
  if (extra.length > 0) throw new Refusal(`${extra.join(", ")} is/are not required and should not be sent`);
}

function wholeAmount(amount: unknown): number {
  if (amount === undefined) throw new Refusal("The amount field is required.", 400, "amount");
  if (!Number.isSafeInteger(amount)) throw new Refusal("The amount must be an integer.", 400, "amount");
  if ((amount as number) < 100) throw new Refusal("The amount must be at least INR 1.00", 400, "amount");
  return amount as number;
}

/** As they are answered: an empty list when there are none. */
function notesOf(notes: unknown): Record<string, string> | [] {
  const pairs = Object.entries((notes ?? {}) as Body).map(([name, value]): [string, string] => [name, String(value)]);
  if (pairs.length > 15 || pairs.some((pair) => pair.some((text) => text.length > 256)))
    throw new Refusal("The notes have at most 15 pairs of 256 characters.", 400, "notes");
  return pairs.length > 0 ? Object.fromEntries(pairs) : [];
}

const newOrder = (amount: number, receipt: string | null, notes: ReturnType<typeof notesOf>, created_at: number) => ({
  id: newId("order"),
  entity: "order" as const,
  ...{ amount, amount_paid: 0, amount_due: amount, currency: "INR", receipt, offer_id: null },
  status: "created" as "created" | "attempted" | "paid",
  ...{ attempts: 0, notes, created_at },
});

const errorFields = (error: typeof PAYMENT_ERROR | null) => ({
  error_code: error?.code ?? null,
  error_description: error?.description ?? null,
  error_source: error?.source ?? null,
  error_step: error?.step ?? null,
  error_reason: error?.reason ?? null,
});

const newPayment = (
  order: GatewayOrder,
  amount: number,
  method: Method,
  failed: boolean,
  { description, email = "void@razorpay.com", contact = "+919999999999" }: Payer,
  created_at: number,
) => ({
  id: newId("pay"),
  entity: "payment" as const,
  ...{ amount, currency: order.currency },
  status: (failed ? "failed" : "authorized") as "authorized" | "captured" | "refunded" | "failed",
  ...{ order_id: order.id, invoice_id: null, international: false, method, amount_refunded: 0 },
  refund_status: null as null | "partial" | "full",
  ...{ captured: false, description: description ?? null, card_id: method === "card" ? newId("card") : null },
  bank: method === "netbanking" ? "HDFC" : null,
  wallet: method === "wallet" ? "payzapp" : null,
  vpa: method === "upi" ? "customer@upi" : null,
  ...{ email, contact, notes: [] },
  /** With the tax; both are null until it is captured. */
  fee: null as number | null,
  tax: null as number | null,
  ...errorFields(failed ? PAYMENT_ERROR : null),
  acquirer_data: { [ACQUIRER[method]]: failed ? null : String(randomInt(1e11, 1e12)) },
  created_at,
  ...(method === "upi" && { upi: { vpa: "customer@upi" } }),
});

const newRefund = (
  payment: GatewayPayment,
  amount: number,
  speed_requested: string,
  receipt: string | null,
  notes: ReturnType<typeof notesOf>,
  created_at: number,
) => ({
  id: newId("rfnd"),
  entity: "refund" as const,
  ...{ amount, currency: payment.currency, payment_id: payment.id, notes, receipt },
  acquirer_data: { arn: null as string | null },
  ...{ created_at, batch_id: null },
  status: "pending" as "pending" | "processed" | "failed",
  ...{ speed_processed: "normal", speed_requested },
});

const escaped = (text: string) => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const rupees = (paise: number) => `₹${(paise / 100).toLocaleString("en-IN", { minimumFractionDigits: 2 })}`;

/** The beginning of a form with hidden fields. */
const formOf = (action: string, fields: [string, string][]) =>
  `<form method="post" action="${escaped(action)}">${fields
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join("")}`;

function page(response: ServerResponse, status: number, content: string) {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }).end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Payment (stand-in)</title><style>
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{max-width:24rem;margin:2rem auto;padding:0 1rem}.amount{font-size:2rem;margin:.5rem 0}
aside{border:2px solid;border-radius:.5rem;padding:.5rem 1rem}form{display:grid;gap:.75rem}button{font:inherit;padding:.75rem;cursor:pointer}</style>
<main><aside>This is a stand-in of the payment gateway, to try the shop. No money moves.</aside>${content}</main></html>`,
  );
}

if (process.argv[1]?.endsWith("tests/support/razorpay.ts")) {
  const { PORT, WEBHOOK_URL, RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET } = process.env;
  void RazorpayStandIn.start({
    port: Number(PORT ?? 0),
    webhookUrl: WEBHOOK_URL,
    keyId: RAZORPAY_KEY_ID,
    keySecret: RAZORPAY_KEY_SECRET,
    webhookSecret: RAZORPAY_WEBHOOK_SECRET,
  }).then(({ url }) => process.stdout.write(`${url}\n`));
}
