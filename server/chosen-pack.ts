/*
 * The page of a sweet at /products/SLUG?pack=ID: the one of /products/SLUG with that pack checked, also without JavaScript. It is the
 * same page to Next and to the browser's router; only the radio button that is checked differs in what is sent. So the page cache has
 * one page of a sweet, whatever addresses ask for, and a pack that the page does not have gets it as it is.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

const ADDRESS = /^\/products\/[^/?]+\?(?:.*&)?pack=([1-9]\d{0,9})(?:&|$)/;
/** The packs of the page's own sweet (components/catalogue/pack-chooser.tsx); those of the cards below it are not meant. */
const PACKS = /<div [^>]*data-by-address[^>]*>.*?<\/div>/s;

/** The page with a pack checked in place of the one that it came with; undefined when it has no such pack. */
export function withChosenPack(html: string, id: string): string | undefined {
  const [packs] = PACKS.exec(html) ?? [];
  const value = ` value="${id}"`;
  if (!packs?.includes(value)) return undefined;
  const chosen = packs.replace(/<input[^>]*>/g, (radio) =>
    radio.includes(value)
      ? radio.replace(/ (checked|disabled)=""/g, "").replace(value, ` checked=""${value}`)
      : radio.replace(' checked=""', ""),
  );
  return html.replace(packs, () => chosen);
}

/** Makes the response choose the pack that its address names. To be called after compressResponse, which is given the result. */
export function choosePack(request: IncomingMessage, response: ServerResponse): void {
  const id = ADDRESS.exec(request.url ?? "")?.[1];
  // A form that was posted comes back with what was chosen in it.
  if (!id || request.method === "POST") return;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  response.end = (...args: unknown[]): ServerResponse => {
    const [body, ...rest] = args;
    const isPage = response.getHeader("content-type")?.toString().startsWith("text/html") && !response.headersSent;
    const html = isPage && typeof body === "string" ? withChosenPack(body, id) : undefined;
    if (html === undefined) return end(...args);
    // Other bytes than those of the page without a pack.
    const etag = response.getHeader("etag")?.toString();
    if (etag) response.setHeader("etag", etag.replace(/"$/, `-${id}"`));
    if (response.hasHeader("content-length")) response.setHeader("content-length", Buffer.byteLength(html));
    return end(html, ...rest);
  };
}
