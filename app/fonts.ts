import localFont from "next/font/local";

/*
 * Cut with subset-font 2.9 from the latin and latin-ext files of @fontsource 5.3 (Open Font License, texts in the same folder),
 * without hinting. The rupee sign has files of its own, because latin-ext would load 15 KB for one character. Eczar has only the
 * weight that is used. All faces of a family share one name, so that the browser chooses weight and subset. Only the two files that
 * every first screen needs are preloaded: `preload` applies to a whole call of localFont, hence one call for each group.
 */

export const mukta400 = localFont({
  src: [{ path: "./fonts/mukta-latin-400.woff2", weight: "400", style: "normal" }],
  display: "swap",
  preload: true,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "Mukta" },
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});

export const muktaBold = localFont({
  src: [
    { path: "./fonts/mukta-latin-500.woff2", weight: "500", style: "normal" },
    { path: "./fonts/mukta-latin-600.woff2", weight: "600", style: "normal" },
    { path: "./fonts/mukta-latin-700.woff2", weight: "700", style: "normal" },
  ],
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "Mukta" },
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});

export const muktaRupee = localFont({
  src: [
    { path: "./fonts/mukta-rupee-400.woff2", weight: "400", style: "normal" },
    { path: "./fonts/mukta-rupee-500.woff2", weight: "500", style: "normal" },
    { path: "./fonts/mukta-rupee-600.woff2", weight: "600", style: "normal" },
    { path: "./fonts/mukta-rupee-700.woff2", weight: "700", style: "normal" },
  ],
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "Mukta" },
    { prop: "unicode-range", value: "U+20B9" },
  ],
});

export const muktaExt = localFont({
  src: [
    { path: "./fonts/mukta-latin-ext-400-normal.woff2", weight: "400", style: "normal" },
    { path: "./fonts/mukta-latin-ext-500-normal.woff2", weight: "500", style: "normal" },
    { path: "./fonts/mukta-latin-ext-600-normal.woff2", weight: "600", style: "normal" },
    { path: "./fonts/mukta-latin-ext-700-normal.woff2", weight: "700", style: "normal" },
  ],
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "Mukta" },
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+20A0-20AB,U+20AD-20B8,U+20BA-20C0",
    },
  ],
});

export const eczar = localFont({
  src: [{ path: "./fonts/eczar-latin-700.woff2", weight: "700", style: "normal" }],
  display: "swap",
  preload: true,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "Eczar" },
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});

export const eczarExt = localFont({
  src: [{ path: "./fonts/eczar-latin-ext-wght-normal.woff2", weight: "700", style: "normal" }],
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "Eczar" },
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+20A0-20AB,U+20AD-20C0",
    },
  ],
});
