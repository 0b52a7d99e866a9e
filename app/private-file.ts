/** A file that belongs to somebody, so that no cache keeps it. `disposition`: whether it is shown or saved, and its name. */
export const privateFile = (body: BodyInit, type: string, disposition: string) =>
  new Response(body, {
    headers: { "content-type": type, "content-disposition": disposition, "cache-control": "no-store" },
  });
