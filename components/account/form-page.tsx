import type { ReactNode } from "react";

/** A page that is one form, named by the title with this id: what the form is for, the form, and what else there is to do. */
export function FormPage(props: Record<"id" | "title" | "lead", string> & { children: ReactNode }) {
  const { id, title, lead, children } = props;
  return (
    <div className="grid place-items-center px-gutter py-12 lg:py-16">
      <div className="lid w-full max-w-[34rem] p-[min(1.75rem,7vw)] lg:p-12">
        <h1 id={id} className="text-d2">
          {title}
        </h1>
        <p className="text-muted text-lg mt-2">{lead}</p>
        {children}
      </div>
    </div>
  );
}
