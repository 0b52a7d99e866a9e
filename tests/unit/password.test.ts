import { expect, test, vi } from "vitest";
import { hashPassword, verifyPassword } from "@/lib/people/password";

// For the first hash, which the module makes when it is loaded, there is no memory.
vi.mock("@node-rs/argon2", async (importOriginal) => {
  const real = await importOriginal<typeof import("@node-rs/argon2")>();
  return { ...real, hash: vi.fn(real.hash).mockRejectedValueOnce(new Error("Memory allocation error")) };
});

test("passwords are hashed with argon2id and OWASP's minimum of memory and passes, and a hash of its own each", async () => {
  const [first, second] = [await hashPassword("laddoo-1985"), await hashPassword("laddoo-1985")];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await verifyPassword("laddoo-1985", first)).toBe(true);
  expect(await verifyPassword("laddoo-1986", first)).toBe(false);
});

test("without a hash, as of an unknown address, the check takes the same work and is false; a hash that failed is made again", async () => {
  expect(await verifyPassword("laddoo-1985", undefined)).toBe(false);
});
