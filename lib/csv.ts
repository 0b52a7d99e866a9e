import { ReadableStream, TextEncoderStream } from "node:stream/web";

/** The byte order mark, without which Excel does not read a file as UTF-8. */
export const CSV_BOM = "\uFEFF";

/** What a formula begins with, as spreadsheets read it, in full and in small width too. */
const FORMULA = "[=+\\-@＝＋－＠﹦﹢﹣﹫]";
/** What they may skip before it: blanks and characters that nobody sees, and quotes of a cell. */
const SKIPPED = '(?:(?![;\\t\\r\\n])[\\s\\p{C}"])*';

const formulas = new RegExp(`^(?=[\\t\\r\\n]|${SKIPPED}${FORMULA})|(?=${FORMULA})(?<=[;\\t\\r\\n]${SKIPPED})`, "gu");

/** A number, a fraction, a day or a time of the clock, as spreadsheets read a text. */
const NUMERIC =
  /^\s*\(?(\p{Nd}[\p{Nd},.]*(e[+-]?\p{Nd}+)?|\p{Nd}+([-/.]\p{Nd}+){1,2}|\p{Nd}+ \p{Nd}+\/\p{Nd}+|\p{Nd}+(:\p{Nd}+){1,2})\s*%?\)?\s*$/iu;
/** A month, a day or a moment as the shop writes them: spreadsheets are to read these. */
const ISO = /^\d{4}-\d\d(-\d\d( \d\d:\d\d:\d\d)?)?$/;

/**
 * A text that a spreadsheet would turn into a number, which takes the zero of a code and the last digits of a phone, with a tab behind it.
 * Excel and LibreOffice then keep it as a text, and programs that trim cells read what it was.
 */
const asText = (text: string) => (NUMERIC.test(text) && !ISO.test(text) ? `${text}\t` : text);

/**
 * One line of a CSV file. Text that a spreadsheet would run as a formula gets an apostrophe before it (OWASP, "CSV Injection"), also inside a
 * cell, behind what divides cells elsewhere: a semicolon where the comma is the decimal sign, a tab, or a new line. Text that looks like a
 * number stays a text, and numbers are written unchanged.
 */
export function csvLine(values: readonly (string | number | null | undefined)[]): string {
  const cells = values.map((value) => {
    if (value === null || value === undefined) return "";
    if (typeof value === "number") return String(value);
    const safe = asText(value.replace(formulas, "'"));
    return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
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

/**
 * The same of rows that come in batches. The first batch is awaited before the file begins: what fails then is answered with a problem, and
 * what fails later breaks the download off.
 */
export async function csvStream<Row>(columns: CsvColumns<Row>, batches: AsyncGenerator<readonly Row[]>) {
  const first = await batches.next();
  async function* parts() {
    yield csvLines(columns, first.done ? [] : first.value).join("");
    for await (const rows of batches) yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join("");
  }
  return parts();
}

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
