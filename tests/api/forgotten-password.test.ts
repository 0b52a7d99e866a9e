// What a forgotten password keeps: the address, and where the sign-in was to lead. In a browser: tests/components/public-pages.test.tsx.
import { describe, expect, test } from "vitest";
import { makeDatabase } from "../support/postgres";
import { cookieHeader, cookiesOf, page, sendForm } from "./forms";
import { anInstance } from "./instance";
import { aCustomer, sql, unique } from "./shop";

/** Of a browser that is known to keep cookies. */
const WITH_COOKIES = "mithaas_pincode=400028";
const placeOf = ({ headers }: Response) => headers.get("location");

describe("a forgotten password, without JavaScript", () => {
  test("leads to the link and back to the sign-in with the address and the way that one was on", async () => {
    const person = await aCustomer();
    const shop = await anInstance({
      DATABASE_URL: await makeDatabase(process.env.TEST_DATABASE_URL ?? "", unique("forgot_")),
      SMTP_URL: "smtp://localhost:1",
      MAIL_FROM: "orders@mithaas.test",
    });
    try {
      const path = "/forgot-password?next=%2Fcheckout";
      const asked = await sendForm(path, "email", { email: person.email.toUpperCase() }, WITH_COOKIES, shop.address);
      const html = await asked.text();
      expect(html).toContain("If this address has an account, a link is on its way.");
      expect(html).toContain('href="/login?next=%2Fcheckout"');
      const cookie = cookieHeader(cookiesOf(asked));
      expect(inputOf(await page("/login?next=/checkout", cookie, shop.address), "email")).toContain(
        `value="${person.email}"`,
      );

      expect(await page("/reset/old", cookie)).toMatch(
        /href="\/forgot-password\?next=%2Fcheckout"[^>]*>Get a new link/,
      );
      const reset = await sendForm(await aResetLink(person.id), "password", NEW, cookie);
      expect([reset.status, placeOf(reset)]).toEqual([303, "/login?next=%2Fcheckout"]);
    } finally {
      await shop.stop();
    }
  });

  test("a new password fills in the address of its account in any browser, until somebody signs in", async () => {
    const person = await aCustomer();
    const reset = await sendForm(await aResetLink(person.id), "password", NEW, WITH_COOKIES);
    expect(placeOf(reset)).toBe("/login");
    const cookie = cookieHeader(cookiesOf(reset));
    expect(inputOf(await page("/login", cookie), "email")).toContain(`value="${person.email}"`);
    const entered = await sendForm("/login", "email", { email: person.email, password: NEW.password }, cookie);
    expect(entered.headers.getSetCookie().filter((line) => line.startsWith("mithaas_return="))).toEqual([
      expect.stringMatching(/^mithaas_return=;/),
    ]);
  });

  test.each(["", "x", '{"email":"<script>","next":null}', "[]"])("a cookie of %j fills in nothing", async (value) => {
    const html = await page("/login", `mithaas_return=${encodeURIComponent(value)}`);
    expect(inputOf(html, "email")).not.toMatch(/ value="[^"]/);
  });

  const NEW = { password: "new-password", confirmPassword: "new-password" };
  const inputOf = (html: string, name: string) => new RegExp(`<input\\b[^>]*\\bname="${name}"[^>]*>`).exec(html)?.[0];
  async function aResetLink(userId: number) {
    const token = unique("reset-");
    await sql`insert into password_resets (token_hash, user_id, expires_at)
              values (encode(sha256(${token}::bytea), 'hex'), ${userId}, now() + interval '1 hour')`;
    return `/reset/${token}`;
  }
});
