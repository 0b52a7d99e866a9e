import { type IncomingMessage, ServerResponse } from "node:http";
import { filePolicy } from "@/lib/http/security-headers";
import { ACTION_NOT_FOUND } from "./next/headers";
import { outdatedPage, problem } from "./refusals";
import { PUBLIC_PAGE } from "./shared-caches";

const asPage = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": filePolicy,
  "cache-control": "no-store",
};

/**
 * A response as Next.js writes it, with two changes. Where it names the time that a page is kept in the page cache, it gets the time for
 * shared caches instead. Where it has a few plain words for a form that the browser itself has posted, it gets an answer that helps.
 */
export class PageResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** What is sent in place of the words of Next.js. */
  private body?: string;

  override setHeader(name: string, value: number | string | readonly string[]): this {
    const isOfPublicPage = String(value).startsWith("s-maxage=") && name.toLowerCase() === "cache-control";
    return super.setHeader(name, isOfPublicPage ? PUBLIC_PAGE : value);
  }

  /** The answer to a form of an earlier build, or to one that cannot be read. */
  private instead(): { status: number; headers: Record<string, string>; body: string } | undefined {
    const { method, headers } = this.req;
    if (method !== "POST" || headers["next-action"] !== undefined) return undefined;
    if (this.hasHeader(ACTION_NOT_FOUND)) return { status: this.statusCode, headers: asPage, body: outdatedPage };
    const isFailure = this.statusCode === 500 && String(this.getHeader("content-type")).startsWith("text/plain");
    if (!isFailure) return undefined;
    const refusal = problem(400, "bad_request", "The form could not be read.", String(headers["x-request-id"]));
    return { status: 400, ...refusal };
  }

  override writeHead(...head: unknown[]): this {
    const instead = this.instead();
    if (!instead) return super.writeHead(...(head as Parameters<ServerResponse["writeHead"]>));
    this.body = instead.body;
    this.removeHeader("etag");
    for (const [name, value] of Object.entries(instead.headers)) this.setHeader(name, value);
    this.setHeader("content-length", Buffer.byteLength(instead.body));
    return super.writeHead(instead.status);
  }

  override end(...rest: unknown[]): this {
    // Node.js would write the head after it has taken the body.
    if (!this.headersSent && this.instead()) this.writeHead(this.statusCode);
    const body = this.body === undefined ? rest : [this.body];
    return super.end(...(body as Parameters<ServerResponse["end"]>));
  }
}
