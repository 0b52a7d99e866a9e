import { setNonce } from "get-nonce";

// Radix puts a <style> into the page while a dialog is open; on pages with a nonce it needs it (see proxy.ts).
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce) setNonce(nonce);
