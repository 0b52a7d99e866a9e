/*
 * State that a process has once. A built shop is three bundles in one process (the server before Next.js, Next.js itself, and the page cache
 * that Next loads), each with its own copy of every module, and development reloads modules: what a module keeps in a variable
 * exists once for each copy. tests/architecture.test.ts finds state that is kept in any other way.
 */

const holder = globalThis as { mithaas?: Map<string, unknown> };
holder.mithaas ??= new Map();
const values = holder.mithaas;

/**
 * The value of this name, which the first caller in the process creates. All callers get the same, so what changes has to be a
 * property of it.
 */
export function onePerProcess<Value extends object>(name: string, create: () => Value): Value {
  if (!values.has(name)) values.set(name, create());
  return values.get(name) as Value;
}
