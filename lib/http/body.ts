import type { z } from "zod";
import { AppError, type FieldFault } from "@/lib/errors";
import { JSON_BYTES, MULTIPART_BYTES, tooLargeText } from "./body-sizes";
import type { HttpRequest } from "./request-response";

const MAX_DEPTH = 32;

const tooLarge = (max: number) => new AppError("payload_too_large", tooLargeText(max));

/** Parts that may lie beside each other: a body in parts of one byte would take many times its length. */
const MAX_PARTS = 64;

/** Reads a body and gives up as soon as it is too large, whatever its Content-Length says. */
async function readBytes(request: HttpRequest, max: number): Promise<Buffer> {
  if (Number(request.headers.get("content-length")) > max) throw tooLarge(max);
  let parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of request.body ?? []) {
      size += part.byteLength;
      if (size > max) throw tooLarge(max);
      parts.push(part);
      if (parts.length === MAX_PARTS) parts = [Buffer.concat(parts)];
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError("bad_request", "The body is incomplete.");
  }
  return Buffer.concat(parts);
}

// Counts brackets outside strings: cheaper than parsing, and deep nesting never reaches the parser.
function isTooDeep(json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const c = json.charCodeAt(i);
    if (inString) {
      if (c === 92) i++;
      else if (c === 34) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 123 || c === 91) {
      if (++depth > MAX_DEPTH) return true;
    } else if (c === 125 || c === 93) depth--;
  }
  return false;
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** Throws `bad_request` for JSON of more than 32 levels, before it is parsed. */
export function assertShallow(json: string): void {
  if (isTooDeep(json)) throw new AppError("bad_request", `The body is nested deeper than ${MAX_DEPTH} levels.`);
}

/** Bytes as JSON; `bad_request` for what is none, and for more than 32 levels. */
function parseJson(bytes: Buffer): unknown {
  try {
    const text = strictUtf8.decode(bytes);
    assertShallow(text);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("bad_request", "The body is not valid JSON.");
  }
}

/** The text fields of a multipart body by name, and the picture. */
async function parseMultipart(bytes: Buffer, contentType: string) {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } }).formData();
  } catch {
    throw new AppError("bad_request", "The body is not valid multipart/form-data.");
  }
  const fields: Record<string, string> = {};
  let image: Buffer | null = null;
  for (const [name, value] of form) {
    if (typeof value === "string") fields[name] = value;
    // An empty file field is what a form sends when no picture was chosen.
    else if (name === "image" && value.size > 0) image = Buffer.from(await value.arrayBuffer());
  }
  return { fields, image };
}

/**
 * A body as its Content-Type says. An absent one is an empty object, for calls whose every field has a default. `multipart` makes the
 * value of a form's text fields, beside which a picture may come; without it, no form is accepted. `body`: what others post.
 */
export async function readBody(
  request: HttpRequest,
  { multipart, body }: { multipart?: (fields: Record<string, string>) => unknown; body?: "form" | "text" } = {},
): Promise<{ value: unknown; image: Buffer | null; bytes: Buffer }> {
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity")
    throw new AppError("unsupported_media_type", "The body must not be compressed.");
  const contentType = request.headers.get("content-type") ?? "";
  const type = contentType.split(";")[0]?.trim().toLowerCase();
  if (body) {
    const bytes = await readBytes(request, JSON_BYTES);
    const text = bytes.toString();
    return { value: body === "text" ? { text } : Object.fromEntries(new URLSearchParams(text)), image: null, bytes };
  }
  if (multipart && type === "multipart/form-data") {
    const bytes = await readBytes(request, MULTIPART_BYTES);
    const { fields, image } = await parseMultipart(bytes, contentType);
    return { value: multipart(fields), image, bytes };
  }
  const accepted = `application/json${multipart ? " or multipart/form-data" : ""}`;
  const unsupported = () => new AppError("unsupported_media_type", `The body must be ${accepted}.`);
  if (type !== "" && type !== "application/json" && !type?.endsWith("+json")) throw unsupported();
  const bytes = await readBytes(request, JSON_BYTES);
  if (bytes.length > 0 && type === "") throw unsupported();
  return { value: bytes.length > 0 ? parseJson(bytes) : {}, image: null, bytes };
}

/** Wrong fields with their paths in dots, in the order of the schema. */
export const fieldErrors = (error: z.ZodError): FieldFault[] =>
  error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));

/** Parses a body; `invalid` (422) with every wrong field, its text the first one's. */
export function parseBody<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error);
  throw new AppError("invalid", errors[0]?.message ?? "Some fields are not valid.", { errors });
}

/** Parses a query; `bad_request` (400). A parameter that stands twice counts with its last value. */
export function parseQuery<S extends z.ZodType>(schema: S, params: URLSearchParams): z.output<S> {
  const parsed = schema.safeParse(Object.fromEntries(params));
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error);
  throw new AppError("bad_request", `${errors[0]?.path}: ${errors[0]?.message}`, { errors });
}
