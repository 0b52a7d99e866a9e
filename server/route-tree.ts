/** Values by the templates of addresses, such as /orders/{id} or /orders/[id]: what is in brackets stands for any one part. */

type Node<Value> = { children: Map<string, Node<Value>>; found?: { value: Value; names: string[] } };

/** The key of a child that takes any part. No part is empty: an address with two slashes in a row has no route. */
const ANY = "";
const NAME = /^[[{](\w+)[\]}]$/;

export class RouteTree<Value> {
  readonly #root: Node<Value> = { children: new Map() };

  add(template: string, value: Value): void {
    let node = this.#root;
    const names: string[] = [];
    for (const part of template.split("/").slice(1)) {
      const [, name] = NAME.exec(part) ?? [];
      if (name) names.push(name);
      const key = name ? ANY : part;
      const next: Node<Value> = node.children.get(key) ?? { children: new Map() };
      node.children.set(key, next);
      node = next;
    }
    node.found = { value, names };
  }

  /** What was added for a path without its query; `params` are as they were sent, still encoded. */
  find(path: string): { value: Value; params: Record<string, string> } | undefined {
    let node = this.#root;
    const parts: string[] = [];
    for (const part of path.split("/").slice(1)) {
      if (part === "") return undefined;
      const named = node.children.get(part);
      const next = named ?? node.children.get(ANY);
      if (!next) return undefined;
      if (!named) parts.push(part);
      node = next;
    }
    if (!node.found) return undefined;
    const { value, names } = node.found;
    return { value, params: Object.fromEntries(names.map((name, i) => [name, parts[i] as string])) };
  }
}
