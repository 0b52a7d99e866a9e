import { expect, test } from "vitest";
import { mailHtml, mailText, oneLine } from "@/lib/messages/mail";
import { mailtoHref, whatsappHref } from "@/lib/messages/texts";
import { callerDigits, looksLikePhone, phoneHref, whatsappNumber } from "@/lib/telephone";

test.each([
  ["98200 12345", "919820012345"],
  ["098200-12345", "919820012345"],
  ["+91 98200 12345", "919820012345"],
  ["९८२०० १२३४५", "919820012345"],
  ["022 2555 1985 or 98200 12345", "919820012345"],
  ["022 2555 1985 98200 12345", "919820012345"],
  ["+65 6123 4567", "6561234567"],
])("%s is %s for WhatsApp", (text, number) => expect(whatsappNumber(text)).toBe(number));

test.each([
  ["98200 12345", "tel:+919820012345"],
  ["+91 98200 12345 ext 12", "tel:+919820012345;ext=12"],
  ["022-2444 1985 (extn. 12)", "tel:+912224441985;ext=12"],
  ["९८२०० १२३४५ ext. १२", "tel:+919820012345;ext=12"],
  ["+91 (0)22 2444 1985", "tel:+912224441985"],
  ["0091 98200 12345", "tel:+919820012345"],
  ["Flat 12: 98200 12345 / 98200 54321", "tel:+919820012345"],
  ["+65 6123 4567", "tel:+6561234567"],
  ["1800 123 4567", "tel:18001234567"],
  ["112", "tel:112"],
  ["9820012345 98200", "tel:+919820012345"],
  ["9820012345\n9820012346", "tel:+919820012345"],
  ["98200 12345 98200 54321 ext 12", "tel:+919820012345"],
  ["tel 5 98200 12345 ext 12", "tel:+919820012345;ext=12"],
  ["+91 98200 12345 98200", "tel:+919820012345"],
  ["(+65) 6123 4567", "tel:+6561234567"],
  ["5 +91 98200 12345", "tel:+919820012345"],
  ["1234567890123456", undefined],
  ["the red door", undefined],
])("%s is called by %s", (text, href) => expect(phoneHref(text)).toBe(href));

test.each([
  ["98200 12345 98200", "9820012345"],
  ["9820012345\n9820012346", "9820012345"],
  ["tel 5 98200 12345", "9820012345"],
  ["+91 98200 12345", "9820012345"],
  ["1234567890123456", null],
])("who calls by %j is known by %s", (text, digits) => expect(callerDigits(text)).toBe(digits));

test.each(["022 2555 1985", "+91 22 2555 1985", "12345", "", "+65 12", "98200 1234"])(
  "%s cannot have a message by WhatsApp",
  (text) => {
    expect(whatsappNumber(text)).toBeNull();
    expect(whatsappHref(text, "Hello")).toBeNull();
  },
);

test("links carry every character of a text, and nothing of it changes the link", () => {
  const text = "Pay ₹100 & more?\nNow #1";
  const whatsapp = new URL(whatsappHref("98200 12345", text) ?? "");
  expect([whatsapp.host, whatsapp.pathname, whatsapp.searchParams.get("text")]).toEqual([
    "wa.me",
    "/919820012345",
    text,
  ]);
  const mailto = new URL(mailtoHref("asha+x@example.com", "A & B", text));
  expect(mailto.pathname).toBe("asha%2Bx@example.com");
  expect(Object.fromEntries(mailto.searchParams)).toEqual({ subject: "A & B", body: text.replace("\n", "\r\n") });
});

test("a mail is text and HTML of the same blocks; what people typed is escaped, and a subject is one line", () => {
  const letterhead = {
    name: "Mithaas",
    since: 1985,
    legalName: "Mithaas & Sons",
    address: "12 Sweet Street",
    phone: "1800 123 4567",
    fssai: "10012022000123",
    url: "http://localhost:3000/home",
  };
  const mail = {
    subject: "One\r\nBcc: x@example.com",
    preview: "<i>",
    heading: "<h>",
    blocks: [
      { kind: "quote", text: "<script>\nline two" },
      { kind: "facts", facts: [['"term"', "<fact>"]] },
      { kind: "lines", lines: [{ name: "<sweet>", amount: "₹1" }], total: null },
      { kind: "link", text: "<go>", href: 'http://x/"onclick="y' },
    ],
  } as const;
  expect(oneLine(mail.subject)).toBe("One Bcc: x@example.com");
  const html = mailHtml(mail, letterhead);
  expect(html).not.toMatch(/<(i|h|script|fact|sweet|go)>|"onclick/);
  expect(html).toContain("&#60;script&#62;<br>line two");
  expect(html).toContain("Mithaas &#38; Sons");
  const text = mailText(mail, letterhead);
  expect(text).toContain("> <script>\n> line two");
  expect(text).toContain('"term": <fact>');
  expect(text).toContain("FSSAI licence 10012022000123");
});

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
