import { expect, test } from "vitest";
import { looksLikePhone } from "@/lib/orders/constants";

test.each([
  "9820012345",
  "98200 12345",
  "+91 98200-12345",
  "(022) 2555 1985",
  "+65 6123 4567",
  "९८२०० १२३४५",
  "98200 12345 / 98200 54321",
  "Call Asha on 98200 12345, after five",
])("a courier can call %s", (text) => expect(looksLikePhone(text)).toBe(true));

test.each(["", "the red door", "12345", "98200 1234", "0000000000", "1234567890123456", "98200 / 12345"])(
  "a courier cannot call %s",
  (text) => expect(looksLikePhone(text)).toBe(false),
);
