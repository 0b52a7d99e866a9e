"use client";

import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { A } from "@/components/ui/a";
import { listingHref } from "@/lib/catalogue/constants";
import { type SuggestedSweet, suggestionsFor } from "@/lib/catalogue/suggestions";
import { countOf } from "@/lib/count";

const LIST = "mt-12 lg:w-96 max-h-[55dvh] overflow-auto bg-raised border border-border-strong";
const ROW = "flex items-center gap-3 min-h-14 px-4 wrap-anywhere hover:bg-row-hover -outline-offset-3";

/** Links below the header's search field, shown while its form has the focus (app/styles/header.css), and walked by Tab or the arrows. */
export default function SearchSuggestions({ field }: { field: HTMLInputElement; onLost: () => void }) {
  const form = field.form as HTMLFormElement;
  const [sweets, setSweets] = useState<readonly SuggestedSweet[]>();
  const [text, setText] = useState("");
  const typed = sweets && text.trim();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const onInput = () => setText(field.value);
    // While the file does not come, the field is a form. It is mostly the same as with the focus before: 304.
    const onFocus = () =>
      fetch("/sweets.json")
        .then((response) => (response.ok ? response.json().then(setSweets) : undefined))
        .catch(() => {});
    onInput();
    void onFocus();
    field.autocomplete = "off";
    field.addEventListener("input", onInput, { signal });
    field.addEventListener("focus", onFocus, { signal });
    const onKeyDown = (event: KeyboardEvent) => {
      const stops = [field, ...form.querySelectorAll("a")];
      const at = stops.indexOf(document.activeElement as HTMLInputElement);
      const step = { ArrowDown: 1, ArrowUp: stops.length - 1 }[event.key];
      if (event.isComposing || (!step && event.key !== "Escape")) return;
      event.preventDefault();
      if (step) stops[(at + step) % stops.length]?.focus();
      else stops[at]?.blur();
    };
    form.addEventListener("keydown", onKeyDown, { signal });
    return () => controller.abort();
  }, [field, form]);

  function leave() {
    form.reset();
    setText("");
    (document.activeElement as HTMLElement).blur();
  }

  const found = typed ? suggestionsFor(typed, sweets) : [];
  return createPortal(
    <>
      {typed && (
        // Safari takes the focus from the field when a link is pressed, which would close the list before the click.
        <div role="group" aria-label="Suggestions" className={LIST} onMouseDown={(event) => event.preventDefault()}>
          {found.map(({ name, href, price, picture }) => (
            <A key={href} href={href} className={ROW} onClick={leave}>
              {price && <img src={picture ?? "/placeholder.svg"} alt="" width={44} height={44} loading="lazy" />}
              {name}
              {price && <b className="ml-auto num">{price}</b>}
            </A>
          ))}
          {/* Not followed by the router, which would fetch it whenever it is pointed at. */}
          <a href={listingHref({ search: typed, ranked: true })} className={ROW}>{`All results for “${typed}”`}</a>
        </div>
      )}
      <p role="status" className="sr-only">
        {typed && countOf(found.length, "suggestion")}
      </p>
    </>,
    form,
  );
}
