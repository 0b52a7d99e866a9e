import { setNonce } from "get-nonce";
import { takeDigitsOfAllScripts } from "@/components/layout/number-fields";

// zod tries whether it may compile code from text, which the pages' Content-Security-Policy refuses and the console reports.
// `jitless` turns that off before any schema is made. It is set on zod's global object, because importing zod here, for its
// config(), would put zod on every page. tests/unit/client-contract.test.ts holds the object's name.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Radix adds a <style> while a dialog is open. On pages whose policy has a nonce (see proxy.ts) the element needs it.
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce) setNonce(nonce);

takeDigitsOfAllScripts();
