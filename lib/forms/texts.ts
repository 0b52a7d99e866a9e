/*
 * What is typed into a form with lists, as a tree of texts. A field's name is its place in the tree: `value.0.fee`. A browser
 * without JavaScript sends the fields and the server makes the tree; with JavaScript the form keeps the tree itself. Both change it
 * with the functions below. ./values.ts makes numbers, days and other values of the texts.
 */

export type Texts = string | Texts[] | { [name: string]: Texts };

/** A name that is deeper belongs to no form of ours. */
const MAX_DEPTH = 8;

const isIndex = (name: string) => /^(0|[1-9]\d{0,3})$/.test(name);

/** An object whose names are all indexes is a list: its rows keep their order and close ranks. */
function withLists(texts: Texts): Texts {
  if (typeof texts === "string") return texts;
  const parts = Object.entries(texts).map(([name, part]) => [name, withLists(part)] as const);
  if (parts.length > 0 && parts.every(([name]) => isIndex(name))) return parts.map(([, part]) => part);
  return Object.fromEntries(parts);
}

/** The tree of a form's fields. */
export function textsOfFields(fields: Record<string, string>): { [name: string]: Texts } {
  let texts: Texts = {};
  for (const [path, text] of Object.entries(fields))
    if (path.split(".").length <= MAX_DEPTH) texts = withText(texts, path, text);
  return Object.fromEntries(Object.entries(texts).map(([name, part]) => [name, withLists(part)]));
}

/** The fields of a tree. */
export function fieldsOfTexts(texts: Texts, path = ""): Record<string, string> {
  if (typeof texts === "string") return { [path]: texts };
  const fields: Record<string, string> = {};
  for (const [name, child] of Object.entries(texts))
    Object.assign(fields, fieldsOfTexts(child, path === "" ? name : `${path}.${name}`));
  return fields;
}

const child = (texts: Texts | undefined, name: string): Texts | undefined =>
  typeof texts === "object" && Object.hasOwn(texts, name) ? (texts as Record<string, Texts>)[name] : undefined;

const at = (texts: Texts, path: string): Texts | undefined =>
  path.split(".").reduce<Texts | undefined>((node, name) => child(node, name), texts);

/** The text of a field; empty when there is none. */
export function textAt(texts: Texts, path: string): string {
  const found = at(texts, path);
  return typeof found === "string" ? found : "";
}

/** The rows of a list. */
export function rowsAt(texts: Texts, path: string): Texts[] {
  const found = at(texts, path);
  return Array.isArray(found) ? found : [];
}

function replaced(texts: Texts | undefined, [name, ...rest]: string[], by: Texts): Texts {
  if (name === undefined) return by;
  if (Array.isArray(texts)) return texts.map((row, index) => (String(index) === name ? replaced(row, rest, by) : row));
  const named = typeof texts === "object" ? texts : {};
  return { ...named, [name]: replaced(child(named, name), rest, by) };
}

/** The tree with another text, or another list, at a place. */
export const withText = (texts: Texts, path: string, text: Texts): Texts => replaced(texts, path.split("."), text);

/** The tree with another row at the end of a list. */
export const withRow = (texts: Texts, path: string, row: Texts): Texts =>
  withText(texts, path, [...rowsAt(texts, path), row]);

/** The tree with a text in a list of texts, or without it. */
export const withChoice = (texts: Texts, path: string, choice: string, chosen: boolean): Texts =>
  withText(texts, path, [...rowsAt(texts, path).filter((other) => other !== choice), ...(chosen ? [choice] : [])]);

/** The tree without a row; `path` ends with its index. */
export function withoutRow(texts: Texts, path: string): Texts {
  const dot = path.lastIndexOf(".");
  const list = path.slice(0, dot);
  const removed = Number(path.slice(dot + 1));
  const rows = rowsAt(texts, list).filter((_, index) => index !== removed);
  return withText(texts, list, rows);
}
