/**
 * What each kind of public page may have on the seeded catalogue. tests/api/page-budget.test.ts fails when a page has more. Raise a figure
 * only when you know what has grown; one that is above its goal says why.
 *
 * In bytes: HTML and flight without compression (flight is what React hydrates the page from: inline scripts, which are a part of the HTML),
 * the style sheets by brotli, the scripts that the HTML names by gzip. Rounded up by up to 3 % for HTML and flight, so that changed words pass,
 * and by up to 1 % for the others. Client components are the different ones that the flight names, those of Next.js included; they are exact.
 */
export type Figures = { html: number; flight: number; css: number; script: number; clientComponents: number };

/** Scripts: 1.12 × those of an empty page, which `npm run bench -- bytes` measures (Next.js 16.4.6). */
export const goals = { html: 70_000, css: 13_000, script: 1.12 * 138_220 };

type Budget = Figures & {
  /** All pages of this kind. */
  pages: string[];
  /** Why a figure is above its goal. */
  why: Partial<Record<keyof typeof goals, string>>;
};

export const budgets: Record<string, Budget> = {
  home: { pages: ["/home"], html: 69_000, flight: 18_500, css: 13_000, script: 148_900, clientComponents: 22, why: {} },
  list: {
    pages: ["/products", "/products?category=Cakes&sort=price:asc"],
    html: 70_000,
    flight: 19_000,
    css: 13_000,
    script: 150_500,
    clientComponents: 19,
    why: {},
  },
  product: {
    pages: ["/products/kaju-katli"],
    html: 72_500,
    flight: 28_300,
    css: 13_000,
    script: 149_500,
    clientComponents: 21,
    why: {
      html: "tells search engines of each pack to where, when and for how much it is delivered: 1 KB, twice with the flight",
    },
  },
  categories: {
    pages: ["/categories"],
    html: 38_000,
    flight: 12_000,
    css: 13_000,
    script: 145_900,
    clientComponents: 18,
    why: {},
  },
  questions: {
    pages: ["/faq"],
    html: 51_000,
    flight: 19_000,
    css: 13_000,
    script: 149_300,
    clientComponents: 18,
    why: {},
  },
  text: {
    pages: ["/about", "/privacy", "/terms", "/returns", "/cookies"],
    html: 50_500,
    flight: 23_500,
    css: 13_000,
    script: 149_300,
    clientComponents: 17,
    why: {},
  },
  form: {
    pages: ["/contact", "/custom-orders"],
    html: 46_500,
    flight: 20_000,
    css: 13_000,
    script: 149_300,
    clientComponents: 18,
    why: {},
  },
};
