import type { FormEvent, ReactNode } from "react";

type OpenerProps = {
  /** The page that says the same without JavaScript. */
  path: string;
  values?: Record<string, string | number>;
  onOpen: () => void;
  /** A submit button. */
  children: ReactNode;
};

/** A button that opens a dialog, and leads to a page of its own without JavaScript. */
export function Opener({ path, values = {}, onOpen, children }: OpenerProps) {
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    onOpen();
  }
  return (
    <form action={path} method="get" className="contents" onSubmit={onSubmit}>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
