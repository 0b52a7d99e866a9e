import { type IncomingMessage, ServerResponse } from "node:http";
import { filePolicy } from "@/lib/http/security-headers";
import { ACTION_NOT_FOUND } from "./next/headers";
import { outdatedPage } from "./refusals";
import { PUBLIC_PAGE } from "./shared-caches";

/**
 * A response as Next.js writes it, with two changes. Where it names the time that a page is kept in the page cache, it gets the time for
 * shared caches instead. Where it says in a few plain words that it does not know the action of a form that the browser itself has posted, it
 * gets a page that says what helps.
 */
export class PageResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override setHeader(name: string, value: number | string | readonly string[]): this {
    const isOfPublicPage = String(value).startsWith("s-maxage=") && name.toLowerCase() === "cache-control";
    return super.setHeader(name, isOfPublicPage ? PUBLIC_PAGE : value);
  }

  private get isOutdatedPost(): boolean {
    return this.hasHeader(ACTION_NOT_FOUND) && this.req.headers["next-action"] === undefined;
  }

  override writeHead(...head: unknown[]): this {
    if (this.isOutdatedPost) {
      this.setHeader("content-type", "text/html; charset=utf-8");
      this.setHeader("content-security-policy", filePolicy);
      this.setHeader("cache-control", "no-store");
      this.setHeader("content-length", Buffer.byteLength(outdatedPage));
    }
    return super.writeHead(...(head as Parameters<ServerResponse["writeHead"]>));
  }

  override end(...rest: unknown[]): this {
    const body = this.isOutdatedPost ? [outdatedPage] : rest;
    return super.end(...(body as Parameters<ServerResponse["end"]>));
  }
}
