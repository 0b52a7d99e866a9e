import { expect, test } from "vitest";
import { toLatin } from "@/lib/transliterate";

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
