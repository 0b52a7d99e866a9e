/*
 * What is typed into a form with lists, as a tree of texts. A field's name is its place in the tree: `value.0.fee`. A browser
 * without JavaScript sends the fields and the server makes the tree; with JavaScript the form keeps the tree itself. Both change it
 * with the functions below. How texts become numbers, days and so on says ./schema.ts.
 */

export type Texts = string | Texts[] | { [name: string]: Texts };

/** A name that is deeper belongs to no form of ours. */
const MAX_DEPTH = 8;

const isIndex = (name: string) => /^(0|[1-9]\d{0,3})$/.test(name);

// Objects without a prototype: a field may have any name.
type Branch = { [name: string]: Branch | string };
const branch = (): Branch => Object.create(null) as Branch;

function toTexts(node: Branch | string): Texts {
  if (typeof node === "string") return node;
  const names = Object.keys(node);
  if (names.length > 0 && names.every(isIndex)) return Object.values(node).map(toTexts);
  const texts: { [name: string]: Texts } = {};
  for (const name of names) if (name !== "__proto__") texts[name] = toTexts(node[name] as Branch | string);
  return texts;
}

/** The tree of a form's fields. Rows of a list keep their order and close ranks. */
export function textsOfFields(fields: Record<string, string>): { [name: string]: Texts } {
  const root = branch();
  for (const [path, text] of Object.entries(fields)) {
    const names = path.split(".");
    const last = names.pop() as string;
    if (names.length >= MAX_DEPTH) continue;
    let node = root;
    for (const name of names) {
      const next = node[name];
      node = node[name] = typeof next === "object" ? next : branch();
    }
    node[last] = text;
  }
  const texts = toTexts(root);
  return typeof texts === "object" && !Array.isArray(texts) ? texts : {};
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

function changed(texts: Texts | undefined, names: string[], change: (found: Texts | undefined) => Texts): Texts {
  const [name, ...rest] = names;
  if (name === undefined) return change(texts);
  if (Array.isArray(texts))
    return texts.map((row, index) => (String(index) === name ? changed(row, rest, change) : row));
  const named = typeof texts === "object" ? texts : {};
  return { ...named, [name]: changed(child(named, name), rest, change) };
}

/** The tree with another text in a field. */
export const withText = (texts: Texts, path: string, text: string): Texts =>
  changed(texts, path.split("."), () => text);

/** The tree with another row at the end of a list. */
export const withRow = (texts: Texts, path: string, row: Texts): Texts =>
  changed(texts, path.split("."), (rows) => [...(Array.isArray(rows) ? rows : []), row]);

/** The tree without a row; `path` ends with its index. */
export function withoutRow(texts: Texts, path: string): Texts {
  const dot = path.lastIndexOf(".");
  const removed = Number(path.slice(dot + 1));
  return changed(texts, path.slice(0, dot).split("."), (rows) =>
    Array.isArray(rows) ? rows.filter((_, index) => index !== removed) : (rows ?? ""),
  );
}
