import type { ReactNode } from "react";

type CallToActionProps = {
  title: ReactNode;
  text?: ReactNode;
  /** Links with the classes `btn btn-lg btn-kesar` and `btn btn-lg btn-kesar-outline`. */
  children: ReactNode;
};

/** A saffron section in both themes; at most one on a page, just above the footer. */
export function CallToAction({ title, text, children }: CallToActionProps) {
  return (
    <section className="kesar-field">
      <div className="jaali jaali-rim" />
      <div className="shop relative py-16 lg:py-24 text-center">
        <h2 className="text-d2">{title}</h2>
        {text && <p className="text-lg mt-4 max-w-xl mx-auto font-medium">{text}</p>}
        <div className="mt-8 flex flex-col sm:flex-row gap-3 justify-center">{children}</div>
      </div>
    </section>
  );
}
