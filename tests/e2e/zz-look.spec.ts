import { addDays, indiaDay } from "@/lib/dates";
import { delivery, expect, shop, test } from "../support/shopper";

test("look", async ({ owner }) => {
  test.setTimeout(300_000);
  const day = addDays(indiaDay(new Date()), 1);
  const packs = [
    { label: "250 g", units: 1, grams: 250, price: 100 },
    { label: "500 g", units: 2, grams: 500, price: 190, isDefault: true },
  ];
  const sweets = [];
  for (let n = 0; n < 14; n++) {
    const sweet = await shop.sweet({ category: "Traditional Sweets", quantity: n > 9 ? 200 : 0, price: 190, packs });
    if (n <= 9) await shop.plan(sweet.id, 200, 0);
    sweets.push(sweet);
  }
  const buyer = await shop.customer();
  const { body } = await (async () => ({ body: null }))();
  void body;
  const froms = ["10:00", "13:00", "16:00", "10:00", "14:00"];
  let placed = 0;
  for (let n = 0; placed < 20 && n < 60; n++) {
    const lines = [0, 3, 7].map((k) => ({ productId: sweets[(n + k) % 14]?.id ?? 0, quantity: 1 + (n % 3) }));
    try {
      await shop.order(n % 4 === 3 ? await shop.customer() : buyer, lines, {
        giftWrap: n % 5 === 0,
        delivery: { ...delivery, pincode: "400028", slot: { date: day, from: froms[n % 5] } },
      } as never);
      placed++;
    } catch (error) {
      console.log(String(error).slice(0, 200));
    }
  }
  console.log("placed", placed);
  const path = `/admin?tab=kitchen&date=${day}`;
  const out = "/work/tmp/h/kitchen-look";
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto(path);
  const height = () => owner.evaluate(() => document.documentElement.scrollHeight);
  for (const part of ["Make", "Pack"]) {
    await owner.getByRole("button", { name: part, exact: true }).click();
    console.log(part, await height());
    await owner.evaluate(() => (document.activeElement as HTMLElement)?.blur());
    await owner.screenshot({ path: `${out}-${part}.png`, fullPage: true });
  }
  await owner.evaluate(() => document.documentElement.classList.add("dark"));
  await owner.screenshot({ path: `${out}-dark.png` });
  await owner.evaluate(() => document.documentElement.classList.remove("dark"));
  await owner.goto("/admin?tab=kitchen&date=2027-12-01");
  console.log("nothing", await height());
  await owner.screenshot({ path: `${out}-nothing.png`, fullPage: true });
  await owner.goto("/admin?tab=kitchen");
  await owner.getByRole("button", { name: "Thrown away", exact: true }).click();
  await owner.getByLabel("Sweet").fill(sweets[12]?.name ?? "");
  await owner.screenshot({ path: `${out}-waste.png`, fullPage: true });
  await owner.goto(path);
  const pdf = await owner.pdf({ path: `${out}.pdf`, format: "A4" });
  console.log("pages", pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length);
  await owner.emulateMedia({ media: "print" });
  await owner.setViewportSize({ width: 794, height: 1123 });
  await owner.screenshot({ path: `${out}-print.png`, fullPage: true });
  await owner.emulateMedia({ media: "screen" });
  await owner.setViewportSize({ width: 1440, height: 900 });
  await owner.goto(path);
  await owner.screenshot({ path: `${out}-wide.png`, fullPage: true });
  expect(placed).toBe(20);
});
