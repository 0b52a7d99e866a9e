/*
 * A request and its response as the API handles them. They are less than a Request and a Response of the web platform, so that the server,
 * which calls the API without Next.js, need not make one of each for every call: that takes a tenth of a millisecond.
 */

/** What is read of a request. A Request of the web platform is one, too. */
export type HttpRequest = {
  method: string;
  /** Absolute, for its path and query; the host is that of no request. */
  url: string;
  headers: Headers;
  /** Nothing of it is read before somebody asks for it. */
  body: AsyncIterable<Uint8Array> | null;
};

/** The response that a handler of the API gives. */
export type HttpResponse = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer> | string | null };

/** The response as Next.js takes it. */
export const toResponse = ({ status, headers, body }: HttpResponse): Response =>
  new Response(body, { status, headers });
