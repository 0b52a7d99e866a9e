import { ReadableStream, TextEncoderStream } from "node:stream/web";

/** The byte order mark, without which Excel does not read a file as UTF-8. */
export const CSV_BOM = "\uFEFF";

/** What a formula begins with, as spreadsheets read it, in full and in small width too. */
const FORMULA = "[=+\\-@＝＋－＠﹦﹢﹣﹫]";
/** What they may skip before it: blanks and characters that nobody sees, and quotes of a cell. */
const SKIPPED = '(?:(?![;\\t\\r\\n])[\\s\\p{C}"])*';

const formulas = new RegExp(`^(?=[\\t\\r\\n]|${SKIPPED}${FORMULA})|(?=${FORMULA})(?<=[;\\t\\r\\n]${SKIPPED})`, "gu");

const DIGITS = "\\p{Nd}+";
const NUMBER = `\\p{Nd}[\\p{Nd},.]*(?:e[+-]?${DIGITS})?|${DIGITS} ${DIGITS}/${DIGITS}`;
const HALF_DAY = "(?:\\s*[ap]\\.?m\\.?|\\s[ap])";
const TIME = `${DIGITS}(?::${DIGITS}){1,2}${HALF_DAY}?|${DIGITS}${HALF_DAY}`;
const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const DAY = `${DIGITS}(?:[-/.]${DIGITS}){1,2}|(?:${DIGITS}[\\s./-]*${MONTH}|${MONTH}[\\s./-]*${DIGITS})(?:[\\s.,/-]+${DIGITS})?`;
/** A number, a fraction, a day or a time of the clock, as spreadsheets read a text. */
const NUMERIC = new RegExp(`^\\(?(?:${NUMBER}|(?:${DAY})(?:(?:\\s+|T)(?:${TIME}))?|${TIME})\\s*%?\\)?$`, "iu");

/**
 * A text that a spreadsheet would turn into a number, which takes the zero of a code and the last digits of a phone, with a tab behind it.
 * Excel and LibreOffice then keep it as a text, and programs that trim cells read what it was.
 */
const asText = (text: string) => (NUMERIC.test(text.trim()) ? `${text}\t` : text);

/** A month, a day or a moment in ISO 8601, which spreadsheets are to read as one. */
type Moment = { moment: string };
export const momentCell = (moment: string): Moment => ({ moment });

type Cell = string | number | Moment | null;

/**
 * One line of a CSV file. Text that a spreadsheet would run as a formula gets an apostrophe before it (OWASP, "CSV Injection"), also inside a
 * cell, behind what divides cells elsewhere: a semicolon where the comma is the decimal sign, a tab, or a new line. Text that looks like a
 * number stays a text, and numbers and moments are written unchanged.
 */
export function csvLine(values: readonly (Cell | undefined)[]): string {
  const cells = values.map((value) => {
    if (value === null || value === undefined) return "";
    if (typeof value === "number") return String(value);
    if (typeof value === "object") return value.moment;
    const safe = asText(value.replace(formulas, "'"));
    return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${cells.join(",")}\r\n`;
}

/** The columns of a file: what stands above each, and its cell of a row. */
export type CsvColumns<Row> = readonly [heading: string, cell: (row: Row) => Cell][];

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
