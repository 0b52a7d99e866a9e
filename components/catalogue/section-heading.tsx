import type { Route } from "next";
import { A } from "@/components/ui/a";

type SectionHeadingProps = { id: string; title: string; href: Route; link: string; small?: boolean };

export function SectionHeading({ id, title, href, link, small = false }: SectionHeadingProps) {
  return (
    <div className={`flex flex-col sm:flex-row sm:items-end justify-between gap-3 ${small ? "mb-7" : "mb-8 lg:mb-10"}`}>
      <h2 id={id} className={small ? "text-d3" : "text-d2"}>
        {title}
      </h2>
      <A href={href} className="link inline-flex items-center min-h-11">
        {link}
      </A>
    </div>
  );
}
