/** "1 sweet", "1,200 sweets": of a noun that gets an s. */
export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString("en-IN")} ${noun}${count === 1 ? "" : "s"}`;
