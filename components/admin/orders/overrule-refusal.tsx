import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

type OverruleRefusalProps = {
  /** Why it was refused, and the question whether it is meant. */
  question: string;
  /** The button's text: 'Record all the same'. */
  label: string;
  /** What the button sends: the value that was refused, so that only this one is accepted. */
  name: string;
  value?: string;
  pending: boolean;
  pendingLabel: string;
  children?: ReactNode;
};

/** A refusal inside a form that the owner can overrule knowingly. */
export function OverruleRefusal({ question, label, children, ...button }: OverruleRefusalProps) {
  return (
    <div role="alert" className="bg-warning-soft text-warning p-3 katli-cut">
      <p className="font-medium num">{question}</p>
      {children}
      <Button type="submit" kind="danger" className="mt-3" {...button}>
        {label}
      </Button>
    </div>
  );
}
