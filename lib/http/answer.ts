/*
 * A request and its answer as the API handles them. They are less than a Request and a Response of the web platform, so that the server,
 * which calls the API without Next.js, need not make one of each for every call: that takes a tenth of a millisecond.
 */

/** What is read of a request. A Request of the web platform is one, too. */
export type ApiRequest = {
  method: string;
  /** Absolute, for its path and query; the host is that of no request. */
  url: string;
  headers: Headers;
  /** Nothing of it is read before somebody asks for it. */
  body: AsyncIterable<Uint8Array> | null;
};

export type Answer = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer> | string | null };

/** The answer as Next.js takes it. */
export const toResponse = ({ status, headers, body }: Answer): Response => new Response(body, { status, headers });
