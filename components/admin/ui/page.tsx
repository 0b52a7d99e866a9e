import { type ComponentProps, type ReactNode, useId } from "react";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";

type AdminPageProps = {
  title: string;
  /** The pages above this one; the dashboard alone when left out. */
  parents?: ComponentProps<typeof Breadcrumbs>["crumbs"];
  intro?: ReactNode;
  beside?: ReactNode;
  actions?: ReactNode;
  /** As wide as a form. */
  narrow?: boolean;
  /** A page of paper: its heading is not printed. */
  paper?: boolean;
  children: ReactNode;
};

const dashboard = [{ text: "Admin Panel", href: "/admin" }];

/** A page of the admin area: where it is, its heading, what it is for and what can be done with all of it. */
export function AdminPage(props: AdminPageProps) {
  const { title, parents = dashboard, intro, beside, actions, narrow, paper, children } = props;
  return (
    <div className={`pt-4 print:pt-0 ${narrow ? "max-w-176" : ""}`}>
      <div className={paper ? "print:hidden" : undefined}>
        <Breadcrumbs crumbs={[...parents, { text: title }]} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 mt-2">
          {/* Actions stand at the other end of the line, or at the beginning of the next one. */}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 mr-auto min-w-0">
            <h1 className="text-d3 min-w-0 wrap-anywhere num">{title}</h1>
            {beside}
          </div>
          {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
        </div>
        {intro && <p className="text-muted mt-1 max-w-prose">{intro}</p>}
      </div>
      <div className={`grid grid-cols-1 gap-4 mt-5 pb-6 print:m-0 print:p-0 ${paper ? "print:block" : ""}`}>
        {children}
      </div>
    </div>
  );
}

type SectionProps = {
  title: string;
  level?: "h2" | "h3";
  /** For what names the section from elsewhere, such as a form. */
  id?: string;
  intro?: ReactNode;
  beside?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A part of a page with a heading, which names it. */
export function Section(props: SectionProps) {
  const { title, level: Heading = "h2", intro, beside, actions, className = "mt-4", children } = props;
  const ownId = useId();
  const headingId = props.id ?? ownId;
  return (
    <section aria-labelledby={headingId} className={`grid grid-cols-1 gap-3 ${className}`}>
      <div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 mr-auto min-w-0">
            <Heading className={Heading === "h2" ? "text-d4" : "text-d5"} id={headingId} tabIndex={-1}>
              {title}
            </Heading>
            {beside}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-3 print:hidden">{actions}</div>}
        </div>
        {intro && <p className="text-muted mt-1 max-w-prose">{intro}</p>}
      </div>
      {children}
    </section>
  );
}
