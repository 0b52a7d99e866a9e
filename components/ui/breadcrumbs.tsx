import type { Route } from "next";
import { A } from "./a";
import { Icon } from "./icon";

/** The last crumb is the page itself and has no link. Phones have no room for it beside the others. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly { text: string; href?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map(({ text, href }, index) => (
          <li key={text} className={`inline-flex items-center gap-2 ${href ? "" : "max-md:hidden"}`}>
            {index > 0 && <Icon name="chevron-right" className="size-4 text-muted" />}
            {href ? (
              <A href={href as Route} className="link inline-flex items-center min-h-11 no-underline hover:underline">
                {text}
              </A>
            ) : (
              <span aria-current="page" className="text-muted">
                {text}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
