const small =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "  twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

function belowHundred(number: number): string {
  if (number < 20) return small[number] ?? "";
  const rest = number % 10;
  return `${tens[Math.floor(number / 10)]}${rest ? `-${small[rest]}` : ""}`;
}

/** A whole number in words, counted in India's way: 123456 is "one lakh twenty-three thousand four hundred fifty-six". */
function words(number: number): string {
  const parts: string[] = [];
  let rest = number;
  for (const [size, name] of [
    [10_000_000, "crore"],
    [100_000, "lakh"],
    [1000, "thousand"],
    [100, "hundred"],
  ] as const) {
    const count = Math.floor(rest / size);
    if (count > 0) parts.push(`${words(count)} ${name}`);
    rest %= size;
  }
  if (rest > 0 || parts.length === 0) parts.push(belowHundred(rest));
  return parts.join(" ");
}

/** An amount in paise in words: "Rupees one thousand one hundred seventy and fifty paise only". */
export function amountInWords(paise: number): string {
  const rest = paise % 100;
  return `Rupees ${words(Math.floor(paise / 100))}${rest ? ` and ${words(rest)} paise` : ""} only`;
}
