import type { ReactNode } from "react";

/** Fields that belong together, under a heading. */
export function FieldGroup({ title, hint, children }: { title: ReactNode; hint?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="display text-d5">{title}</legend>
      {hint && <p className="field-hint !mt-0.5 max-w-prose">{hint}</p>}
      <div className="mt-3">{children}</div>
    </fieldset>
  );
}
