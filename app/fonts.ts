import localFont from "next/font/local";

/*
 * Cut with subset-font 2.9 from the whole fonts of @expo-google-fonts/mukta and @expo-google-fonts/eczar (Open Font License, texts in the
 * same folder), without hinting, with these features alone: kerning, ligatures and, in Mukta, tabular numerals. The characters are those
 * of the unicode-range that a font has. English and the rupee sign are in one file, since every page needs them. Two weights of Mukta
 * serve four: 400 is drawn for 500, and 600 for 700. A declared range of weights keeps the browser from making a font bolder itself. The
 * files of latin-ext, accented letters among them, are fetched only when a page has one of their characters, such as the name of a
 * customer. All faces of a family share one name, so that the browser chooses weight and subset. `preload` applies to a whole call of
 * localFont, hence one call for each group.
 */

export const mukta = localFont({
  src: [
    { path: "./fonts/mukta-latin-400.woff2", weight: "400 500", style: "normal" },
    { path: "./fonts/mukta-latin-600.woff2", weight: "600 700", style: "normal" },
  ],
  display: "swap",
  preload: true,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "Mukta" },
    { prop: "unicode-range", value: "U+0000-00BF,U+00D7,U+2000-206F,U+20B9,U+2212" },
  ],
});

export const muktaExt = localFont({
  src: [
    { path: "./fonts/mukta-latin-ext-400.woff2", weight: "400 500", style: "normal" },
    { path: "./fonts/mukta-latin-ext-600.woff2", weight: "600 700", style: "normal" },
  ],
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "Mukta" },
    { prop: "unicode-range", value: "U+00C0-00D6,U+00D8-02DD,U+1E00-1EFF,U+20A8,U+20AC,U+2122,U+2215" },
  ],
});

export const eczar = localFont({
  src: [{ path: "./fonts/eczar-latin-700.woff2", weight: "700", style: "normal" }],
  display: "swap",
  preload: true,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "Eczar" },
    { prop: "unicode-range", value: "U+0000-00BF,U+00D7,U+2000-206F,U+20B9,U+2212" },
  ],
});

export const eczarExt = localFont({
  src: [{ path: "./fonts/eczar-latin-ext-700.woff2", weight: "700", style: "normal" }],
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "Eczar" },
    { prop: "unicode-range", value: "U+00C0-00D6,U+00D8-02DD,U+20AC,U+2122,U+2215" },
  ],
});
