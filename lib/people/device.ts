const browsers: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const named = (list: [RegExp, string][], text: string) => list.find(([mark]) => mark.test(text))?.[1];

/** "Chrome on Windows": what a person recognises a session by. An unknown browser is "A browser". */
export function deviceName(userAgent: string | null): string {
  const browser = named(browsers, userAgent ?? "") ?? "A browser";
  const system = named(systems, userAgent ?? "");
  return system ? `${browser} on ${system}` : browser;
}
