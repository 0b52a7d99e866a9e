/**
 * What each kind of public page may have on the seeded catalogue. tests/api/page-budget.test.ts fails when a page has more. Raise a figure
 * only when you know what has grown; one that is above its goal says why.
 *
 * In bytes: the HTML and the style sheets by brotli, the scripts that the HTML names by gzip, and flight without compression (what React
 * hydrates the page from: inline scripts, which are a part of the HTML). Rounded up by up to 3 % for HTML and flight, so that changed words
 * pass, and by up to 1 % for the others. Client components are the different ones that the flight names, those of Next.js included; they are exact.
 */
export type Figures = { html: number; flight: number; css: number; script: number; clientComponents: number };

/** Scripts: 1.12 × those of an empty page, which `npm run bench -- bytes` measures (Next.js 16.4.6). */
export const goals = { html: 16_000, css: 13_000, script: 1.12 * 138_220 };

type Budget = Figures & {
  /** All pages of this kind. */
  pages: string[];
  /** Why a figure is above its goal. */
  why: Partial<Record<keyof typeof goals, string>>;
};

export const budgets: Record<string, Budget> = {
  home: { pages: ["/home"], html: 14_900, flight: 65_500, css: 13_000, script: 152_100, clientComponents: 25, why: {} },
  list: {
    pages: ["/products", "/products?category=Cakes&sort=price:asc"],
    html: 13_900,
    flight: 60_500,
    css: 13_000,
    script: 154_806,
    clientComponents: 26,
    why: {},
  },
  product: {
    pages: ["/products/kaju-katli"],
    html: 14_700,
    flight: 58_000,
    css: 13_000,
    script: 154_300,
    clientComponents: 29,
    why: {},
  },
  categories: {
    pages: ["/categories"],
    html: 9_800,
    flight: 39_000,
    css: 13_000,
    script: 144_400,
    clientComponents: 19,
    why: {},
  },
  questions: {
    pages: ["/faq"],
    html: 10_400,
    flight: 36_500,
    css: 13_000,
    script: 145_500,
    clientComponents: 20,
    why: {},
  },
  text: {
    pages: ["/about", "/privacy", "/terms", "/returns", "/cookies"],
    html: 10_700,
    flight: 41_500,
    css: 13_000,
    script: 144_400,
    clientComponents: 19,
    why: {},
  },
  form: {
    pages: ["/contact", "/custom-orders"],
    html: 10_000,
    flight: 38_000,
    css: 13_000,
    script: 149_300,
    clientComponents: 20,
    why: {},
  },
};
