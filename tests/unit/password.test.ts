import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "@/lib/accounts/password";

test("passwords are hashed with argon2id and OWASP's minimum of memory and passes, and a hash of its own each", async () => {
  const [first, second] = [await hashPassword("laddoo-1985"), await hashPassword("laddoo-1985")];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await verifyPassword("laddoo-1985", first)).toBe(true);
  expect(await verifyPassword("laddoo-1986", first)).toBe(false);
});

test("without a hash, as of an unknown address, the check takes the same work and is false", async () => {
  expect(await verifyPassword("laddoo-1985", undefined)).toBe(false);
});
