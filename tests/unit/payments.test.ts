import decodeQr from "qr/decode.js";
import { describe, expect, test } from "vitest";
import { payAnswer, payTerm } from "@/components/payments/offer-texts";
import type { StoredOrder } from "@/lib/orders/order-select";
import { toOwnOrder } from "@/lib/orders/serializers";
import { qrOf } from "@/lib/payments/qr";
import { codRefusal, customerLedger, paperTitle, paymentChoice, summaryOf } from "@/lib/payments/rules";
import { upiLink } from "@/lib/payments/upi";

const link = (more: Partial<Parameters<typeof upiLink>[0]> = {}) =>
  upiLink({ upiId: "mithaas@okbank", payeeName: "Mithaas", orderId: 12, amount: 1170, ...more });

describe("the link to a UPI app", () => {
  test("has payee, order and amount", () => {
    expect(link()).toBe("upi://pay?pa=mithaas@okbank&pn=Mithaas&tr=MTH12&tn=Order%2012&am=1170.00&cu=INR");
  });

  test.each([
    [0.5, "0.50"],
    [4.35, "4.35"],
    [1170.1, "1170.10"],
    [1_00_000, "100000.00"],
  ])("writes ₹%d as %s", (amount, text) => {
    expect(new URL(link({ amount })).searchParams.get("am")).toBe(text);
  });

  test.each(["Mithaas Sweets & Farsan", "मिठास", "A+B=C #1 50%", "Deshmukh’s “Best”?"])(
    "brings the payee %s across, with blanks as %%20",
    (payeeName) => {
      const made = link({ payeeName });
      expect(made).toMatch(/^[\x21-\x7e]+$/);
      expect(made).not.toContain("+");
      expect(new URL(made).searchParams.get("pn")).toBe(payeeName);
      expect([...new URL(made).searchParams.keys()]).toEqual(["pa", "pn", "tr", "tn", "am", "cu"]);
    },
  );
});

/** What a reader sees of the code on white, four pixels a module. */
function picture({ size, path }: ReturnType<typeof qrOf>) {
  const side = size * 4;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = Number(y) * 4; row < Number(y) * 4 + 4; row++) {
      for (let column = Number(x) * 4; column < (Number(x) + Number(width)) * 4; column++)
        data.set([0, 0, 0], (row * side + column) * 4);
    }
  }
  return { width: side, height: side, data };
}

describe("the QR code", () => {
  test.each([link(), link({ payeeName: "मिठास ".repeat(10).trim(), amount: 9_99_999.99, orderId: 2_147_483_647 })])(
    "is read as the exact link: %s",
    (text) => expect(decodeQr(picture(qrOf(text)))).toBe(text),
  );

  test("has a margin of four modules", () => {
    const { size, path } = qrOf(link());
    const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, width]) => [x, y, width].map(Number));
    for (const [x = 0, y = 0, width = 0] of runs) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(4);
      expect(Math.max(x + width, y + 1)).toBeLessThanOrEqual(size - 4);
    }
    expect(runs[0]).toEqual([4, 4, 7]);
  });
});

describe("how an order can be paid", () => {
  const cod = (active: boolean, upTo: number | null = null) => ({ active, upTo });

  test.each([
    [{ upi: false, online: false, cod: cod(true) }, 5000, ["cod"], null],
    [{ upi: true, online: false, cod: cod(true) }, 5000, ["cod", "upi"], null],
    [{ upi: true, online: false, cod: cod(true, 5000) }, 5000, ["cod", "upi"], null],
    [
      { upi: true, online: false, cod: cod(true, 5000) },
      5000.01,
      ["upi"],
      "Orders above ₹5,000 cannot be paid on delivery.",
    ],
    [{ upi: false, online: false, cod: cod(true, 5000) }, 5001, [], "Orders above ₹5,000 cannot be paid on delivery."],
    [{ upi: true, online: false, cod: cod(true, 0) }, 1, ["upi"], "Orders cannot be paid on delivery."],
    [{ upi: true, online: false, cod: cod(false, 5000) }, 1, ["upi"], "Orders cannot be paid on delivery."],
  ])("%j, ₹%d", (offer, total, methods, refusal) => {
    expect(paymentChoice(total, offer)).toEqual({ methods, refusal });
    expect(codRefusal(total, offer.cod)).toBe(refusal);
  });
});

describe("texts about paying, by what the shop offers", () => {
  const cod = (upTo: number | null) => ({ active: true, upTo });
  const page = "your order’s page shows the amount and a QR code.";

  test.each([
    [
      { upi: false, online: false, cod: cod(null) },
      "On delivery: in cash or by UPI at the door. You pay nothing in advance.",
      "You pay on delivery, in cash or by UPI.",
    ],
    [
      { upi: false, online: false, cod: cod(5000) },
      "On delivery: in cash or by UPI at the door. You pay nothing in advance. For orders above ₹5,000, please call us.",
      "You pay on delivery, in cash or by UPI. Orders above ₹5,000 cannot be paid on delivery.",
    ],
    [
      { upi: true, online: false, cod: cod(null) },
      `On delivery, in cash or by UPI at the door; or by UPI when you order: ${page}`,
      "You pay by UPI when you order, or on delivery, in cash or by UPI.",
    ],
    [
      { upi: true, online: false, cod: cod(5000) },
      `On delivery, in cash or by UPI at the door; or by UPI when you order: ${page} Orders above ₹5,000 are paid by UPI when you order.`,
      "You pay by UPI when you order, or on delivery, in cash or by UPI. Orders above ₹5,000 cannot be paid on delivery.",
    ],
    [
      { upi: true, online: true, cod: cod(5000) },
      `On delivery, in cash or by UPI at the door; or online or by UPI when you order: by UPI, card, net banking or wallet, on the next page. Orders above ₹5,000 are paid online or by UPI when you order.`,
      "You pay online or by UPI when you order, or on delivery, in cash or by UPI. Orders above ₹5,000 cannot be paid on delivery.",
    ],
    [
      { upi: false, online: true, cod: cod(0) },
      "Online when you order: by UPI, card, net banking or wallet, on the next page.",
      "You pay online when you order.",
    ],
    [{ upi: true, online: false, cod: cod(0) }, `By UPI when you order: ${page}`, "You pay by UPI when you order."],
    [
      { upi: true, online: false, cod: { active: false, upTo: null } },
      `By UPI when you order: ${page}`,
      "You pay by UPI when you order.",
    ],
  ])("%j", (offer, answer, term) => {
    expect([payAnswer(offer), payTerm(offer)]).toEqual([answer, term]);
  });
});

describe("the ledger that a customer sees", () => {
  const at = "2026-11-22T10:00:00.000Z";
  const entry = { id: 1, method: "upi", amount: 500_00, state: "claimed", reference: null, reason: null, at } as const;

  test("has UTRs and why a claim was rejected, but not what the owner noted", () => {
    const shown = customerLedger([
      { ...entry, reference: "632915478201" },
      { ...entry, state: "failed", reason: "No such transfer" },
      { ...entry, method: "cash", state: "received", reference: "slip 7" },
      { ...entry, state: "refunded", reason: "Box was late" },
    ]);
    expect(shown.map(({ utr, reason }) => [utr, reason])).toEqual([
      ["632915478201", null],
      [null, "No such transfer"],
      [null, null],
      [null, null],
    ]);
    expect(shown.map(({ amount }) => amount)).toEqual([500, 500, 500, 500]);
  });

  test("has no refund that failed, which is made again, but one that is on its way", () => {
    const refund = { ...entry, method: "online", fee: null, by: null } as const;
    const payments = (["refund_failed", "refund_pending"] as const).map((state) => ({ ...refund, state }));
    const sums = { total: 500_00, received: 500_00, refunded: 0, paidBack: 0, deliveryFee: 0 };
    const order = { ...sums, payments, items: [], history: [] } as unknown as StoredOrder;
    expect(toOwnOrder(order).ledger.map(({ state }) => state)).toEqual(["refund_pending"]);
  });

  test("says what was refunded, and which claim is open or was rejected last", () => {
    const payment = { method: "upi", state: "unpaid", paid: 0, due: 500 } as const;
    const failed = { ...entry, id: 2, state: "failed" as const, reason: "No such transfer" };
    const again = { ...entry, id: 3 };
    expect(summaryOf(payment, customerLedger([failed]))).toMatchObject({ open: null, rejected: { id: 2 } });
    expect(summaryOf(payment, customerLedger([failed, again]))).toMatchObject({ open: { id: 3 }, rejected: null });
    expect(summaryOf({ ...payment, due: 0 }, customerLedger([failed]))).toMatchObject({ open: null, rejected: null });
    const refunds = [0.1, 0.2].map((rupees) => ({ ...entry, state: "refunded" as const, amount: rupees * 100 }));
    expect(summaryOf(payment, customerLedger(refunds)).refunded).toBe(0.3);
  });
});

test("only what was paid in full has a receipt", () => {
  const receipts = [
    ["paid", 0],
    ["part_refunded", 0],
    ["refunded", 0],
  ] as const;
  // Nothing is due of a cancelled order, and a refund may follow a payment of a part.
  const others = [
    ["unpaid", 1170],
    ["unpaid", 0],
    ["claimed", 1170],
    ["part_paid", 1000],
    ["part_paid", 0],
    ["part_refunded", 1000],
  ] as const;
  for (const [state, due] of receipts) expect(paperTitle({ state, due })).toBe("Receipt");
  for (const [state, due] of others) expect(paperTitle({ state, due })).toBe("Order summary");
});
