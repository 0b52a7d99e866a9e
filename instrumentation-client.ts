import { setNonce } from "get-nonce";
import { asciiDigits } from "@/lib/digits";

// zod tries whether it may compile code from text, which the pages' Content-Security-Policy refuses and the console reports.
// `jitless` turns that off before any schema is made. It is set on zod's global object, because importing zod here, for its
// config(), would put zod on every page. tests/unit/client-contract.test.ts holds the object's name.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Radix adds a <style> while a dialog is open. On pages whose policy has a nonce (see proxy.ts) the element needs it.
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce) setNonce(nonce);

// Browsers drop digits of other scripts that are typed into a field for numbers: they are typed as 0 to 9 instead.
document.addEventListener("beforeinput", (event) => {
  const typed = event.data ?? "";
  const digits = asciiDigits(typed);
  if (digits === typed || !event.cancelable || !(event.target as Element).matches("input[type=number]")) return;
  event.preventDefault();
  document.execCommand("insertText", false, digits);
});
