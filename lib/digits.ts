const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** What a digit counts. Unicode keeps the ten digits of a script together, from 0 to 9, so the run of digits before it says it. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) as number;
  let start = code;
  while (isDigit(start - 1)) start--;
  return (code - start) % 10;
}

/** The text with the decimal digits of every script as 0 to 9: "४०००२८" is "400028". All else stays as it is. */
export const asciiDigits = (text: string): string =>
  text.replace(/[^\P{Nd}0-9]/gu, (digit) => String(digitValue(digit)));

/** The number that a text says; NaN for blanks and for other texts. */
export const numberIn = (text: string): number => (text.trim() === "" ? Number.NaN : Number(asciiDigits(text)));
