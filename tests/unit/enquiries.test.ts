import { expect, onTestFinished, test, vi } from "vitest";
import { customOrderForm } from "@/lib/enquiries/request-schema";
import { contactInput, customOrderInput } from "@/lib/enquiries/schema";
import { copyright } from "@/lib/shop";

const contact = {
  name: "Ananya Rao",
  email: " Ananya@Example.in ",
  phone: "+91 98200 12345",
  subject: "Bulk order",
  message: "120 boxes of kaju katli, please.",
};

const problems = (schema: typeof contactInput | typeof customOrderInput, input: unknown) =>
  Object.fromEntries(
    (schema.safeParse(input).error?.issues ?? []).map(({ path, message }) => [path.join("."), message]),
  );

test("a message is stored as it was typed; the e-mail is trimmed and in lower case", () => {
  expect(contactInput.parse(contact)).toEqual({ ...contact, email: "ananya@example.in" });
});

test("missing, short and blank fields have their texts", () => {
  const texts = {
    name: "Name must be at least 2 characters",
    email: "Please enter a valid email address",
    phone: "Please enter a valid phone number",
    subject: "Subject must be at least 5 characters",
    message: "Message must be at least 10 characters",
  };
  expect(problems(contactInput, {})).toEqual(texts);
  expect(
    problems(contactInput, { name: "A", email: "a@b", phone: "123456789", subject: "Four", message: "Nine char" }),
  ).toEqual(texts);
  expect(
    problems(contactInput, {
      name: "   ",
      email: " ",
      phone: " ".repeat(12),
      subject: "\t".repeat(9),
      message: " ".repeat(20),
    }),
  ).toEqual(texts);
});

test.each(["name", "phone", "subject", "message"])("%s refuses NUL, lone surrogates and too much", (field) => {
  for (const text of [`enough text \0 here`, "enough text \ud800 here", "x".repeat(5001)])
    expect(Object.keys(problems(contactInput, { ...contact, [field]: text }))).toEqual([field]);
});

const custom = {
  name: "Ananya Rao",
  email: "a@b.in",
  phone: "+91 98200 12345",
  occasion: "Wedding",
  message: "Boxes for 120 guests",
};

test("what may be left out of a custom order is null when it is absent or blank", () => {
  const empty = { ...custom, eventDate: null, quantity: null, budget: null };
  expect(customOrderInput.parse(custom)).toEqual(empty);
  expect(customOrderInput.parse({ ...custom, eventDate: " ", quantity: "", budget: "  " })).toEqual(empty);
});

test("the date is a real one, from today in India on", () => {
  // The last second of the day in India.
  vi.setSystemTime("2026-11-24T18:29:59Z");
  onTestFinished(() => void vi.useRealTimers());
  expect(customOrderForm.parse({ ...custom, eventDate: "2026-11-24" }).eventDate).toBe("2026-11-24");
  vi.setSystemTime("2026-11-24T18:30:00Z");
  expect(problems(customOrderForm, { ...custom, eventDate: "2026-11-24" })).toEqual({
    eventDate: "Choose today or later",
  });
  for (const eventDate of ["2099-02-30", "tomorrow", "12099-01-01"])
    expect(problems(customOrderForm, { ...custom, eventDate })).toEqual({ eventDate: "Please enter a valid date" });
  // The browser leaves this to the server: the device's clock may be days off.
  expect(customOrderInput.parse({ ...custom, eventDate: "2026-11-24" }).eventDate).toBe("2026-11-24");
});

test("the copyright runs up to the current year in India", () => {
  expect(copyright(new Date("2025-06-01T00:00:00Z"))).toBe("© 2025 Mithaas. All rights reserved.");
  expect(copyright(new Date("2026-12-31T20:00:00Z"))).toBe("© 2025–2027 Mithaas. All rights reserved.");
});
