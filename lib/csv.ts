import { ReadableStream, TextEncoderStream } from "node:stream/web";

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

/** The columns of a file: what stands above each, and its cell of a row. */
export type CsvColumns<Row> = readonly [heading: string, cell: (row: Row) => string | number | null][];

/** The line of the headings, and a line for each row. */
export const csvLines = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string[] => [
  csvLine(columns.map(([heading]) => heading)),
  ...rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))),
];

/** A CSV file as a streamed download. `parts` are read only as fast as the client receives. */
export function csvResponse(name: string, parts: Iterable<string> | AsyncIterable<string>): Response {
  async function* file() {
    yield CSV_BOM;
    yield* parts;
  }
  const body = ReadableStream.from(file()).pipeThrough(new TextEncoderStream());
  return new Response(body as BodyInit, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
