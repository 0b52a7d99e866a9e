import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ENV_NAMES, parseEnv, toEnvironment } from "@/lib/env";
import { parseSender } from "@/lib/env-formats";

const DATABASE = { DATABASE_URL: "postgres://shop:word@db.example:5432/shop", AUTH_SECRET: "x".repeat(32) };

const settings = (source: Record<string, string>) => {
  const result = parseEnv(source);
  if (!result.ok) throw new Error(result.lines.join("\n"));
  return result.settings;
};
const lines = (source: Record<string, string>) => {
  const result = parseEnv(source);
  return result.ok ? [] : result.lines;
};

describe("an environment that is right", () => {
  test("may be empty: the embedded database and the defaults", () => {
    expect(settings({})).toEqual({
      PORT: 3000,
      DATA_DIR: ".data",
      APP_URL: "http://localhost:3000",
      RESERVATION_MINUTES: 15,
      RATE_LIMIT: true,
      RAZORPAY_API: "https://api.razorpay.com",
      SEED: true,
      CORS_ORIGINS: [],
      S3_REGION: "us-east-1",
      S3_VIRTUAL_HOST: false,
      TRUST_PROXY: false,
      WEBHOOK_PRIVATE: false,
    });
  });

  test("treats an empty value as unset, and leaves what is not ours alone", () => {
    expect(
      settings({ PORT: "", APP_URL: "", RATE_LIMIT: "", ADMIN_EMAIL: "", DATABASE_URL: "", PATH: "/bin" }),
    ).toEqual(settings({}));
  });

  test.each([
    ["PORT", "8080", 8080],
    ["RESERVATION_MINUTES", "0.05", 0.05],
    ["RESERVATION_MINUTES", ".5", 0.5],
    ["RATE_LIMIT", "off", false],
    ["RATE_LIMIT", "0", false],
    ["SEED", "OFF", false],
    ["HOST", "0.0.0.0", "0.0.0.0"],
    ["HOST", "::1", "::1"],
    ["HOST", " localhost ", "localhost"],
    ["SHOP_CLOCK", "2026-11-30T18:00:00+05:30", "2026-11-30T18:00:00+05:30"],
    ["TRUST_PROXY", "on", true],
    ["TRUST_PROXY", "true", true],
    ["TRUST_PROXY", "1", true],
    ["APP_URL", "https://Shop.example/", "https://shop.example"],
    ["CORS_ORIGINS", "https://a.example, http://localhost:8080/", ["https://a.example", "http://localhost:8080"]],
    [
      "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY",
      Buffer.alloc(32, 7).toString("base64"),
      Buffer.alloc(32, 7).toString("base64"),
    ],
  ])("%s=%s", (name, value, expected) => {
    expect(settings({ [name]: value })).toMatchObject({ [name]: expected });
  });

  test("APP_URL follows PORT unless it is set", () => {
    expect(settings({ PORT: "4000" }).APP_URL).toBe("http://localhost:4000");
  });

  test("APP_URL names the address that is listened on, when localhost would not reach it", () => {
    for (const HOST of ["127.0.0.1", "0.0.0.0", "::", "::1", "localhost"])
      expect(settings({ HOST }).APP_URL).toBe("http://localhost:3000");
    expect(settings({ HOST: "192.0.2.10" }).APP_URL).toBe("http://192.0.2.10:3000");
    expect(settings({ HOST: "2001:db8::1", PORT: "80" }).APP_URL).toBe("http://[2001:db8::1]:80");
    expect(settings({ HOST: "192.0.2.10", APP_URL: "https://shop.example" }).APP_URL).toBe("https://shop.example");
  });

  test("nobody gets past a trusted proxy, unless HOST says where else it is", () => {
    expect(settings({}).HOST).toBeUndefined();
    expect(settings({ TRUST_PROXY: "on" }).HOST).toBe("127.0.0.1");
    expect(settings({ TRUST_PROXY: "on", HOST: "192.0.2.10" }).HOST).toBe("192.0.2.10");
    expect(toEnvironment(settings({ TRUST_PROXY: "on" })).HOST).toBe("127.0.0.1");
  });

  test("is read again from what it writes for child processes", () => {
    const source = {
      ...DATABASE,
      PORT: "8080",
      RATE_LIMIT: "off",
      CORS_ORIGINS: "https://a.example,https://b.example",
    };
    expect(settings(toEnvironment(settings(source)))).toEqual(settings(source));
  });
});

describe("an environment that is wrong gets one line for each variable, saying what is accepted", () => {
  const wrong: Record<string, string[]> = {
    PORT: ["abc", "0", "65536", "30.5"],
    APP_URL: ["shop.example", "https://shop.example/path", "ftp://shop.example", "https://user@shop.example"],
    DATABASE_URL: ["mysql://localhost/shop"],
    DATABASE_DIRECT_URL: ["mysql://localhost/shop"],
    AUTH_SECRET: ["short"],
    ADMIN_EMAIL: ["nobody"],
    ADMIN_PASSWORD: ["12345"],
    RESERVATION_MINUTES: ["0", "-1", "soon", "Infinity"],
    RATE_LIMIT: ["sometimes"],
    SMTP_URL: [
      "mail.example:587",
      "http://mail.example",
      "smtp://",
      "smtp://mail.example/path",
      "smtp://mail.example?tls=off",
      "smtp://user:%zz@mail.example",
    ],
    MAIL_FROM: [
      "Mithaas",
      "Mithaas <orders>",
      "a@shop.example, b@shop.example",
      "Mithaas\nBcc: x <orders@shop.example>",
    ],
    SHOP_CLOCK: ["2026-11-30 18:00", "tomorrow"],
    SEED: ["2"],
    TRUST_PROXY: ["perhaps"],
    HOST: ["my machine", "256.1.1.1", "127.0.0.1:3000", "shop.example"],
    CORS_ORIGINS: ["https://a.example,nowhere", "*"],
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: ["short"],
  };
  const pairs = Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value] as const));
  test.each(pairs)("%s=%s", (name, value) => {
    const both = { ADMIN_EMAIL: "owner@shop.example", ADMIN_PASSWORD: "secret1" };
    const mail = { SMTP_URL: "smtp://mail.example", MAIL_FROM: "orders@shop.example" };
    const pair = [both, mail].find((one) => name in one) ?? {};
    const found = lines({ ...DATABASE, ...pair, [name]: value });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${name}: .*accepted: `));
  });

  test("all of them at once", () => {
    expect(lines({ PORT: "x", SEED: "x", APP_URL: "x" })).toHaveLength(3);
  });

  test("an admin needs both e-mail and password", () => {
    expect(lines({ ADMIN_EMAIL: "owner@shop.example" })).toEqual([
      expect.stringMatching(/^ADMIN_PASSWORD: is missing/),
    ]);
    expect(lines({ ADMIN_PASSWORD: "secret1" })).toEqual([expect.stringMatching(/^ADMIN_EMAIL: is missing/)]);
  });

  test("mail needs both a server and a sender, and the password is shown to nobody", () => {
    const SMTP_URL = "smtps://shop:p%40ss@mail.example:465";
    for (const MAIL_FROM of [
      "orders@shop.example",
      "Mithaas <orders@shop.example>",
      '"Mithaas, Dadar" <o@shop.example>',
    ])
      expect(settings({ SMTP_URL, MAIL_FROM })).toMatchObject({ SMTP_URL, MAIL_FROM });
    expect(lines({ SMTP_URL })).toEqual([expect.stringMatching(/^MAIL_FROM: is missing/)]);
    expect(lines({ MAIL_FROM: "orders@shop.example" })).toEqual([expect.stringMatching(/^SMTP_URL: is missing/)]);
    expect(lines({ SMTP_URL: "smtp://shop:secret@mail.example/x", MAIL_FROM: "orders@shop.example" })[0]).not.toMatch(
      /secret/,
    );
    expect(parseSender('"Mithaas, Dadar" <o@shop.example>')).toEqual({
      name: "Mithaas, Dadar",
      address: "o@shop.example",
    });
    expect(parseSender("मिठास <o@shop.example>")).toEqual({ name: "मिठास", address: "o@shop.example" });
    expect(parseSender("o@shop.example")).toEqual({ name: null, address: "o@shop.example" });
  });

  test("the shop's clock is for tests: no shop that customers reach has one", () => {
    const SHOP_CLOCK = "2026-11-30T18:00:00Z";
    expect(lines({ SHOP_CLOCK, APP_URL: "http://localhost:3000" })).toEqual([]);
    for (const APP_URL of ["https://shop.example", "HTTPS://shop.example"])
      expect(lines({ SHOP_CLOCK, APP_URL })).toEqual([expect.stringMatching(/^SHOP_CLOCK: .*accepted: unset$/)]);
    expect(toEnvironment(settings({ SHOP_CLOCK })).SHOP_CLOCK).toBe(SHOP_CLOCK);
  });

  test("webhooks that lead to this machine are for tests too", () => {
    expect(settings({ WEBHOOK_PRIVATE: "on", APP_URL: "http://localhost:3000" }).WEBHOOK_PRIVATE).toBe(true);
    expect(lines({ WEBHOOK_PRIVATE: "on", APP_URL: "https://shop.example" })).toEqual([
      expect.stringMatching(/^WEBHOOK_PRIVATE: .*accepted: off$/),
    ]);
    expect(lines({ WEBHOOK_PRIVATE: "off", APP_URL: "https://shop.example" })).toEqual([]);
  });

  test("an address behind a pooler needs the pooler's", () => {
    expect(lines({ DATABASE_DIRECT_URL: DATABASE.DATABASE_URL })).toEqual([
      expect.stringMatching(/^DATABASE_URL: is missing/),
    ]);
    expect(settings({ ...DATABASE, DATABASE_DIRECT_URL: DATABASE.DATABASE_URL })).toMatchObject(DATABASE);
  });

  test("a database of one's own needs a secret to serve, not for a command", () => {
    const source = { DATABASE_URL: DATABASE.DATABASE_URL };
    expect(lines(source)).toEqual([expect.stringMatching(/^AUTH_SECRET: is missing/)]);
    expect(parseEnv(source, false).ok).toBe(true);
  });

  test("a storage of pictures needs all that it is reached by", () => {
    const all = {
      S3_ENDPOINT: "https://s3.example/",
      S3_BUCKET: "pictures",
      S3_ACCESS_KEY_ID: "AKIDEXAMPLE",
      S3_SECRET_ACCESS_KEY: "hunter2/+=",
    };
    expect(settings(all)).toMatchObject({ ...all, S3_ENDPOINT: "https://s3.example", S3_VIRTUAL_HOST: false });
    for (const name of Object.keys(all))
      expect(lines({ ...all, [name]: "" })).toEqual([
        expect.stringMatching(`^${name}: is missing.*all four, or none$`),
      ]);
    for (const [name, value] of [
      ["S3_ENDPOINT", "https://s3.example/pictures"],
      ["S3_BUCKET", "a/b"],
      ["S3_ACCESS_KEY_ID", "a hunter2"],
      ["S3_SECRET_ACCESS_KEY", "a hunter2"],
      ["S3_PREFIX", "shop"],
      ["S3_PREFIX", "../"],
      ["S3_REGION", "eu central"],
    ] as const) {
      expect(lines({ ...all, [name]: value })).toEqual([expect.stringMatching(`^${name}: .*accepted: `)]);
      expect(lines({ ...all, [name]: value }).join()).not.toContain("hunter2");
    }
  });

  test("a payment gateway needs all its keys, and another address than its own is for tests", () => {
    const all = {
      RAZORPAY_KEY_ID: "rzp_live_0000000000000",
      RAZORPAY_KEY_SECRET: "hunter2-of-the-key",
      RAZORPAY_WEBHOOK_SECRET: "hunter2-of-webhooks",
    };
    const APP_URL = "https://shop.example";
    expect(settings({ ...all, APP_URL })).toMatchObject({ ...all, RAZORPAY_API: "https://api.razorpay.com" });
    for (const name of Object.keys(all)) {
      const missing = lines({ ...all, [name]: "" });
      expect(missing).toEqual([expect.stringMatching(`^${name}: is missing.*all three, or none$`)]);
      const wrong = lines({ ...all, [name]: "a hunter2" });
      expect(wrong).toEqual([expect.stringMatching(`^${name}: .*accepted: `)]);
      if (name !== "RAZORPAY_KEY_ID") expect([...missing, ...wrong].join()).not.toContain("hunter2");
    }
    const RAZORPAY_API = "http://127.0.0.1:4000";
    expect(settings({ ...all, RAZORPAY_API }).RAZORPAY_API).toBe(RAZORPAY_API);
    for (const url of [APP_URL, "HTTPS://shop.example"])
      expect(lines({ ...all, RAZORPAY_API, APP_URL: url })).toEqual([
        expect.stringMatching(/^RAZORPAY_API: .*accepted: unset$/),
      ]);
    expect(lines({ RAZORPAY_API: "api.razorpay.com" })).toEqual([expect.stringMatching(/^RAZORPAY_API: /)]);
  });

  test("without showing a secret", () => {
    const found = lines({
      DATABASE_URL: "mysql://root:hunter2@x/",
      DATABASE_DIRECT_URL: "mysql://root:hunter2@x/",
      AUTH_SECRET: "hunter2",
      ADMIN_EMAIL: "a@b.example",
      ADMIN_PASSWORD: "hunt2",
    });
    expect(found).toHaveLength(4);
    expect(found.join()).not.toContain("hunt");
  });
});

test(".env.example names every variable", () => {
  const named = [...readFileSync(".env.example", "utf8").matchAll(/^#?([A-Z0-9_]+)=/gm)].map((match) => match[1]);
  expect(named.toSorted()).toEqual([...ENV_NAMES].toSorted());
});
