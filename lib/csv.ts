/** The byte order mark, without which Excel does not read a file as UTF-8. */
export const CSV_BOM = "\uFEFF";

/**
 * One line of a CSV file. Text that a spreadsheet would run as a formula gets a leading apostrophe (OWASP, "CSV Injection");
 * numbers are written unchanged.
 */
export function csvLine(values: readonly (string | number | null | undefined)[]): string {
  const cells = values.map((value) => {
    if (value === null || value === undefined) return "";
    if (typeof value === "number") return String(value);
    const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${cells.join(",")}\r\n`;
}

/** A CSV file as a streamed download. `parts` is read only as fast as the client receives. */
export function csvResponse(name: string, parts: AsyncIterable<string>): Response {
  const iterator = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(CSV_BOM)),
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
