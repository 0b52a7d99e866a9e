// Reads the text format of Prometheus, version 0.0.4, and is strict: whatever it does not know is an error.
export type Sample = { name: string; labels: Record<string, string>; value: number };

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"(?:,|$)/gy;

/** The samples of a text; throws for a line that is not of the format, a sample without a type, and one that comes twice. */
export function parseMetrics(text: string): Sample[] {
  if (!text.endsWith("\n")) throw new Error("The last line does not end.");
  const types = new Map<string, string>();
  const samples = new Map<string, Sample>();
  for (const line of text.trimEnd().split("\n")) {
    if (line === "" || line.startsWith("# HELP ")) continue;
    const [, typed = "", type = ""] = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line) ?? [];
    if (typed) {
      if (!NAME.test(typed) || types.has(typed)) throw new Error(`Not a type: ${line}`);
      types.set(typed, type);
      continue;
    }
    const sample = parseSample(line);
    const family = types.has(sample.name) ? sample.name : sample.name.replace(/_(bucket|sum|count)$/, "");
    if (!types.has(family)) throw new Error(`Without a type: ${line}`);
    const key = line.replace(/ \S+$/, "");
    if (samples.has(key)) throw new Error(`Twice: ${line}`);
    samples.set(key, sample);
  }
  return [...samples.values()];
}

/** The names that the text declares, with or without a value. */
export const namesOf = (text: string): string[] => [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = ""]) => name);

function parseSample(line: string): Sample {
  const [, name = "", inner = "", number = ""] = SAMPLE.exec(line) ?? [];
  const value = /^[+-]?Inf$/.test(number) ? Number(number.replace("Inf", "Infinity")) : Number(number);
  if (!name || (Number.isNaN(value) && !/^nan$/i.test(number))) throw new Error(`Not a sample: ${line}`);
  const labels = [...inner.matchAll(LABEL)];
  if (labels.map(([whole]) => whole).join("") !== inner) throw new Error(`Not labels: ${line}`);
  return { name, value, labels: Object.fromEntries(labels.map(([, label = "", text = ""]) => [label, text])) };
}

/** The sum of a metric's samples that have these labels; undefined when there is none. */
export function sumOf(samples: readonly Sample[], name: string, labels: Record<string, string> = {}) {
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return found.length > 0 ? found.reduce((sum, { value }) => sum + value, 0) : undefined;
}
