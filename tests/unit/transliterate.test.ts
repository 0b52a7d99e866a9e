import { expect, test } from "vitest";
import { slugOf, toLatin } from "@/lib/transliterate";

test.each([
  ["काजू कतली", "kaju katli"],
  ["गुलाब जामुन", "gulab jamun"],
  ["मोतीचूर के लड्डू", "motichur ke laddu"],
  ["रसगुल्ला, इमरती, जलेबी", "rasgulla, imarti, jalebi"],
  ["बरफी और बर्फी", "barfi aur barfi"],
  ["संदेश कलाकंद ठंडाई", "sandesh kalakand thandai"],
  ["चम्पाकली", "champakli"],
  ["पेड़ा", "peda"],
  ["ज़र्दा फ़िरनी", "zarda firni"],
  ["२५०g Crème", "250g Crème"],
])("%s is %s in Latin letters", (text, latin) => expect(toLatin(text)).toBe(latin));

test.each([
  ["Kaju Katli (250 g)", "kaju-katli-250-g"],
  ["Crème Brûlée Barfi", "creme-brulee-barfi"],
  ["काजू कतली", "kaju-katli"],
  ["Motichoor लड्डू", "motichoor-laddu"],
  ["ლადუ", "sweet"],
  [`${"a".repeat(79)} b`, "a".repeat(79)],
])("the slug of %s is %s", (name, slug) => {
  expect(slugOf(name, 80, "sweet")).toBe(slug);
});
