/*
 * Next.js evaluates React, its router and the page's components in one task, the longest that a page has, and nothing on the page
 * answers a tap meanwhile. Here the largest module is evaluated first, in a task of its own.
 *
 * This relies on a private part of Next.js: its client starts once the scripts of the list `self.__next_s` have loaded, which
 * `<Script strategy="beforeInteractive">` fills. An inline script in it ends in a timer, so that Next starts after the timer below.
 * tests/unit/client-contract.test.ts fails when an upgrade changes that. Pages would still work, with one long task.
 */

/** One inline script that does nothing, in the form of the list. */
export const startupScripts = { __next_s: [["", { children: "" }]] };

export function splitStartup(): void {
  setTimeout(() => require("react-dom/client"));
  Object.assign(self, startupScripts);
}
