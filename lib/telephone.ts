import { asciiDigits } from "./digits";

/** A number in a text: its digits as they were written, whether "+" stands before them, and the extension behind it. */
type Written = { digits: string; isInternational: boolean; extension: string | undefined };

const NUMBER = /(\+?)\s*([\d(][\d\s().-]*)(?:[,;]?\s*(?:extension|extn|ext|x|#)[\s.:=-]*(\d{1,7}))?/gi;

/** The most that a number has (E.164). */
const MAX_DIGITS = 15;

const isComplete = ({ digits }: Written) => digits.length >= 10 && digits.length <= MAX_DIGITS;

/**
 * A number in E.164, "+919820012345": one with the code of its country, or an Indian one of ten digits. Null for others, such as toll-free
 * ones, which cannot be dialled from abroad.
 */
function internationalOf({ digits, isInternational }: Written): string | null {
  const [, abroad] = /^00([1-9]\d{7,14})$/.exec(digits) ?? [];
  const withCode = isInternational ? digits : abroad;
  // The 0 of "+91 (0)22 …" is for calls inside India.
  const [, indian] =
    (withCode === undefined ? /^(?:91|0)?([2-9]\d{9})$/ : /^910?([2-9]\d{9})$/).exec(withCode ?? digits) ?? [];
  if (indian !== undefined) return `+91${indian}`;
  return withCode !== undefined && /^(?!91)[1-9]\d{7,14}$/.test(withCode) ? `+${withCode}` : null;
}

/** The numbers of groups of digits with blanks between: one that they are together, or else those that stand side by side. */
function numbersOf(groups: readonly string[], isInternational: boolean, extension: string | undefined): Written[] {
  const whole = { digits: groups.join(""), isInternational, extension };
  if (whole.digits.length <= 10 || internationalOf(whole) !== null) return [whole];
  for (let start = 0; start < groups.length; start++) {
    for (let end = start + 1; end <= groups.length; end++) {
      const isLast = end === groups.length;
      const number = {
        digits: groups.slice(start, end).join(""),
        isInternational: isInternational && start === 0,
        extension: isLast ? extension : undefined,
      };
      if (!isComplete(number) || internationalOf(number) === null) continue;
      return isLast ? [number] : [number, ...numbersOf(groups.slice(end), false, extension)];
    }
  }
  return [whole];
}

/** The telephone numbers that a text names, in its order. */
const numbersIn = (text: string): Written[] =>
  [...asciiDigits(text).matchAll(NUMBER)].flatMap(([, plus, written = "", extension]) => {
    const groups = written.split(/\s+/).map((group) => group.replace(/\D/g, ""));
    return numbersOf(groups.filter(Boolean), plus === "+", extension).filter(({ digits }) => digits !== "");
  });

/** Whether a courier could call a number of the text: 10 to 15 digits, not one digit alone. Any text is accepted all the same. */
export const looksLikePhone = (text: string): boolean =>
  numbersIn(text).some((number) => isComplete(number) && new Set(number.digits).size > 1);

/** The ten digits by which a caller is known, of the first complete number; null when there is none. */
export const callerDigits = (text: string): string | null =>
  numbersIn(text).find(isComplete)?.digits.slice(-10) ?? null;

/**
 * The link that calls the first complete number of a text, or else its first (RFC 3966); undefined when the text has no digits, or more than
 * a number can have.
 */
export function phoneHref(text: string): string | undefined {
  const numbers = numbersIn(text);
  const number = numbers.find(isComplete) ?? numbers[0];
  if (!number) return undefined;
  const international = internationalOf(number);
  if (international === null && number.digits.length > MAX_DIGITS) return undefined;
  const dialled = international ?? `${number.isInternational ? "+" : ""}${number.digits}`;
  return `tel:${dialled}${number.extension === undefined ? "" : `;ext=${number.extension}`}`;
}

/** The number that WhatsApp knows a telephone by: the first Indian mobile number of a text, or one of another country; null for none. */
export function whatsappNumber(text: string): string | null {
  const numbers = numbersIn(text).flatMap((number) => internationalOf(number) ?? []);
  return numbers.find((number) => !number.startsWith("+91") || /^\+91[6-9]/.test(number))?.slice(1) ?? null;
}
