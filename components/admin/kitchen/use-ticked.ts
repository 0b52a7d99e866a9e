import { useEffect, useState } from "react";

/** The checkboxes of a form, wherever they stand. */
export const boxesOf = (form: string) => [
  ...document.querySelectorAll<HTMLInputElement>(`input[type=checkbox][name=ids][form="${form}"]`),
];

/** How many checkboxes of a form are ticked. `shown` changes with the checkboxes that there are. */
export function useTicked(form: string, shown: string): number {
  const [ticked, setTicked] = useState(0);
  useEffect(() => {
    // The reset event fires before the checkboxes are reset.
    const count = () => requestAnimationFrame(() => setTicked(boxesOf(form).filter((box) => box.checked).length));
    count();
    document.addEventListener("change", count);
    document.addEventListener("reset", count);
    return () => {
      document.removeEventListener("change", count);
      document.removeEventListener("reset", count);
    };
  }, [form, shown]);
  return ticked;
}
