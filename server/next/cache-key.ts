/*
 * The form of Next's keys in the page cache, such as /route-cache/APP_PAGE/<hash>/$/products/jalebi.
 * tests/unit/next-contract.test.ts fails when an upgrade changes it.
 */

/** The path of the page that a key names. */
export function pathOfKey(key: string): string {
  const mark = key.indexOf("/$/");
  return mark === -1 ? key : key.slice(mark + 2);
}
