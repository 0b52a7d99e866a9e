import { asciiDigits } from "@/lib/digits";

/** Browsers drop digits of other scripts that are typed into a field for numbers: they are typed as 0 to 9 instead, into any such field. */
export function takeDigitsOfAllScripts() {
  document.addEventListener("beforeinput", (event) => {
    const typed = event.data ?? "";
    const digits = asciiDigits(typed);
    if (digits === typed || !event.cancelable || !(event.target as Element).matches("input[type=number]")) return;
    event.preventDefault();
    document.execCommand("insertText", false, digits);
  });
}
