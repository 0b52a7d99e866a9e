// How what is typed or scanned at the till finds a pack.
import { expect, test } from "vitest";
import { searchPacks, type TillPack } from "@/lib/catalogue/till-packs";

const pack = (productId: number, name: string, packLabel = "500 g", available = 5): TillPack => ({
  productId,
  packId: productId * 10 + (packLabel === "500 g" ? 0 : 1),
  name,
  slug: name.toLowerCase().replaceAll(" ", "-"),
  packLabel,
  price: 100,
  units: 1,
  available,
});
// As the query lists them: by name, a sweet's default pack first.
const packs = [
  pack(3, "Badam Halwa"),
  pack(12, "Kaju Katli"),
  pack(12, "Kaju Katli", "250 g"),
  pack(7, "Kaju Roll", "1 piece", 0),
  pack(9, "Sugar-Free Kaju Katli"),
  pack(5, "7 Layer Barfi"),
  pack(4, "Gulab Jamun", "12 pieces"),
];
const found = (typed: string) => {
  const { quantity, found } = searchPacks(typed, packs);
  return [quantity, ...found.map(({ name, packLabel }) => `${name} ${packLabel}`)];
};

test("by the beginning of a name first, by any part of it, and by its pack", () => {
  expect(found("kaju")).toEqual([
    1,
    "Kaju Katli 500 g",
    "Kaju Katli 250 g",
    "Kaju Roll 1 piece",
    "Sugar-Free Kaju Katli 500 g",
  ]);
  expect(found(" KATLI kaju  250")).toEqual([1, "Kaju Katli 250 g"]);
  expect(found("halwa")).toEqual([1, "Badam Halwa 500 g"]);
  expect(found("Kaju Katli, 250 g")).toEqual([1, "Kaju Katli 250 g"]);
  expect(found("jalebi")).toEqual([1]);
  expect(found("  ")).toEqual([1]);
});

test("by a code: a number, a name in addresses, or the address of a page with a pack", () => {
  expect(found("12")).toEqual([1, "Kaju Katli 500 g", "Kaju Katli 250 g"]);
  expect(found("kaju-roll")).toEqual([1, "Kaju Roll 1 piece"]);
  expect(found("https://mithaas.example/products/kaju-katli?day=2026-11-24&pack=121")).toEqual([1, "Kaju Katli 250 g"]);
  expect(found("/products/kaju-katli#top")).toEqual([1, "Kaju Katli 500 g", "Kaju Katli 250 g"]);
  expect(found("/products/kaju-katli?pack=999")).toEqual([1]);
});

test("so many of it", () => {
  expect(found("3 badam")).toEqual([3, "Badam Halwa 500 g"]);
  expect(found("12 x 7")).toEqual([12, "Kaju Roll 1 piece"]);
  expect(found("2 jalebi")).toEqual([2]);
  // Not the 2 of 250 g, nor the 5 of 500 g.
  expect(found("2 kaju katli")).toEqual([2, "Kaju Katli 500 g", "Kaju Katli 250 g", "Sugar-Free Kaju Katli 500 g"]);
  expect(found("5 badam")).toEqual([5, "Badam Halwa 500 g"]);
  expect(found("2 kaju 250")).toEqual([2, "Kaju Katli 250 g"]);
});

test("a number that begins a name or is a weight counts nothing", () => {
  expect(found("7 layer")).toEqual([1, "7 Layer Barfi 500 g"]);
  expect(found("2 7 layer")).toEqual([2, "7 Layer Barfi 500 g"]);
  expect(found("250 g kaju")).toEqual([1, "Kaju Katli 250 g"]);
  expect(found("12 pieces gulab")).toEqual([1, "Gulab Jamun 12 pieces"]);
});
