import { setNonce } from "get-nonce";

// zod tries whether it may compile code from text, which the pages' policy refuses and the console reports. This
// object, which its config() sets, turns that off before any schema is made: importing zod here would put it on every page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Radix puts a <style> into the page while a dialog is open; on pages with a nonce it needs it (see proxy.ts).
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce) setNonce(nonce);

// Next evaluates React, its router and the page's parts in one task, the longest that a page has. The two largest go first, each
// in a task of its own, so that a tap need not wait for all of it. Next starts when the scripts of its `beforeInteractive` list
// have come, of which an empty one takes its turn after them.
setTimeout(() => require("react-dom/client"));
setTimeout(() => require("next/link"));
Object.assign(self, { __next_s: [["", { children: "" }]] });
