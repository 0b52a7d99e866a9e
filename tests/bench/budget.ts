/**
 * What each kind of public page may have on the seeded catalogue. tests/api/page-budget.test.ts fails when a page has more. Raise a figure
 * only when you know what has grown; one that is above its goal says why.
 *
 * In bytes: HTML and flight without compression (flight is what React hydrates the page from: inline scripts, which are a part of the HTML),
 * the style sheets by brotli, the scripts that the HTML names by gzip. Rounded up by 3 % for HTML and flight, so that changed words pass,
 * and by 1 % for the others. Client components are the different ones that the flight names, those of Next.js included; they are exact.
 */
export type Figures = { html: number; flight: number; css: number; script: number; clientComponents: number };

/** Scripts: 1.05 × those of an empty page, which `npm run bench -- bytes` measures (Next.js 16.4.6). */
export const goals = { html: 70_000, css: 13_000, script: 1.05 * 138_200 };

type Budget = Figures & {
  /** All pages of this kind. */
  pages: string[];
  /** Why a figure is above its goal. */
  why: Partial<Record<keyof typeof goals, string>>;
};

const twice = "What server components render stands in a page twice, as HTML and as flight.";
const oneSheet = "One style sheet has the rules of all pages, the owner's and the account's too.";
const frame = "Header, menu and toasts are client components";

export const budgets: Record<string, Budget> = {
  home: {
    pages: ["/home"],
    html: 154_000,
    flight: 86_000,
    css: 16_800,
    script: 153_000,
    clientComponents: 25,
    why: { html: twice, css: oneSheet, script: `${frame}, and so are parts of the cards.` },
  },
  list: {
    pages: ["/products", "/products?category=Cakes&sort=price:asc"],
    html: 155_000,
    flight: 83_000,
    css: 16_800,
    script: 158_000,
    clientComponents: 27,
    why: { html: twice, css: oneSheet, script: `${frame}, and so are filters and parts of the cards.` },
  },
  product: {
    pages: ["/products/kaju-katli"],
    html: 117_000,
    flight: 66_000,
    css: 16_800,
    script: 154_700,
    clientComponents: 28,
    why: { html: twice, css: oneSheet, script: `${frame}, and so are packs, stock and the pincode.` },
  },
  categories: {
    pages: ["/categories"],
    html: 82_000,
    flight: 49_500,
    css: 16_800,
    script: 147_200,
    clientComponents: 20,
    why: { html: twice, css: oneSheet, script: `${frame}.` },
  },
  questions: {
    pages: ["/faq"],
    html: 80_500,
    flight: 44_500,
    css: 16_800,
    script: 148_900,
    clientComponents: 21,
    why: { html: twice, css: oneSheet, script: `${frame}, and so is the search.` },
  },
  text: {
    pages: ["/about", "/privacy", "/terms", "/returns", "/cookies"],
    html: 80_500,
    flight: 49_500,
    css: 16_800,
    script: 147_200,
    clientComponents: 20,
    why: { html: twice, css: oneSheet, script: `${frame}.` },
  },
  form: {
    pages: ["/contact", "/custom-orders"],
    html: 76_000,
    flight: 45_500,
    css: 16_800,
    script: 152_400,
    clientComponents: 21,
    why: { html: twice, css: oneSheet, script: `${frame}, and so are the forms.` },
  },
};
