import { expect } from "vitest";
import { base } from "./shop";

const decoded = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** Text of HTML: tags away, blanks as one. */
export const textOf = (html: string) =>
  decoded(html.replace(/<[^>]*>/g, ""))
    .replace(/\s+/g, " ")
    .trim();

/** A page as a browser with these cookies gets it. */
export async function page(path: string, cookie = "", at = base): Promise<string> {
  const response = await fetch(at + path, { headers: { cookie } });
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

/** Sends the form of a page that has a field of this name, as a browser without JavaScript does. */
export async function sendForm(
  path: string,
  field: string,
  values: Record<string, string>,
  cookie = "",
  at = base,
): Promise<Response> {
  return sendFormOf(await page(path, cookie, at), path, field, values, cookie, at);
}

/** The same with the form of a page that was answered to another one. */
export async function sendFormOf(
  html: string,
  path: string,
  field: string,
  values: Record<string, string>,
  cookie = "",
  at = base,
): Promise<Response> {
  const forms = html.match(/<form\b.*?<\/form>/gs) ?? [];
  const form = forms.find((html) => html.includes(`name="${field}"`));
  if (!form) throw new Error(`${path} has no form with ${field}`);
  const body = new FormData();
  for (const [input] of form.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)) {
    const of = (name: string) => decoded(new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? "");
    body.append(of("name"), of("value"));
  }
  for (const [name, value] of Object.entries(values)) body.set(name, value);
  return fetch(at + path, { method: "POST", body, headers: { cookie, origin: at }, redirect: "manual" });
}

/** The cookies that an answer sets and their lives in seconds; those that it takes away are left out. */
export function cookiesOf({ headers }: { headers: Headers }): { name: string; value: string; seconds: number }[] {
  return headers.getSetCookie().flatMap((line) => {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const maxAge = /max-age=(\d+)/i.exec(line)?.[1];
    const expires = /expires=([^;]+)/i.exec(line)?.[1];
    const seconds = maxAge ? Number(maxAge) : expires ? minutesUntil(expires, headers) * 60 : 0;
    return value === "" || seconds <= 0
      ? maxAge || expires
        ? []
        : [{ name, value, seconds: 0 }]
      : [{ name, value, seconds }];
  });
}

/** From the answer's own time, which is a second or so later than what made the cookie. */
const minutesUntil = (expires: string, headers: Headers) =>
  Math.round((Date.parse(expires) - Date.parse(headers.get("date") ?? "")) / 60_000);

export const cookieHeader = (cookies: { name: string; value: string }[]) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
