/**
 * The facts of the shop until the owner saves others. They are samples, invented for the demonstration. No people are named, since the
 * demonstration has none. Who changes one takes the mark from the shops that still show it.
 */
export const seedFacts = {
  legalName: "Mithaas Sweets Private Limited",
  address: { street: "12 Sweet Street, Dadar West", city: "Mumbai", region: "Maharashtra", postalCode: "400028" },
  phones: { shop: "+91 22 5550 1985", tollFree: "1800 123 4567" },
  emails: { hello: "hello@mithaas.example", orders: "orders@mithaas.example", support: "support@mithaas.example" },
  hours: [
    { fromDay: 1, toDay: 6, opens: "09:00", closes: "21:00" },
    { fromDay: 7, toDay: 7, opens: "10:00", closes: "20:00" },
  ],
  social: [
    { name: "Instagram" as const, url: "https://www.instagram.com/" },
    { name: "Facebook" as const, url: "https://www.facebook.com/" },
    { name: "YouTube" as const, url: "https://www.youtube.com/" },
    { name: "X" as const, url: "https://x.com/" },
  ],
  fssai: "10012022000123",
  grievance: {
    name: null,
    post: "Grievance officer",
    email: "grievance@mithaas.example",
    phone: "+91 22 5550 1986",
  },
  team: [
    {
      post: "Head halwai",
      about: "Lights the first stove at four and tastes every tray before it leaves the kitchen.",
    },
    { post: "Quality and sourcing", about: "Buys the milk, nuts and saffron, and sends back what is not good enough." },
    { post: "Orders and delivery", about: "Packs the boxes, plans the routes, and picks up when you call." },
  ],
  awards: [
    { year: 2009, title: "Best traditional sweets", by: "Mumbai sweet makers’ fair" },
    { year: 2015, title: "Kitchen hygiene, grade A", by: "City food safety week" },
    { year: 2019, title: "Sugar-free sweet of the year", by: "Western India mithai awards" },
    { year: 2023, title: "Festival gift box of the year", by: "Indian confectioners’ guild" },
  ],
};

/**
 * What each fact is called where those that are samples are listed, by the path of its field or its list. Each row of a list is a fact of
 * its own. The post of the officer is not invented.
 */
const groups: Record<string, string> = {
  legalName: "legal name",
  "address.street": "address",
  "address.city": "address",
  "address.region": "address",
  "address.postalCode": "address",
  "phones.shop": "phones",
  "phones.tollFree": "phones",
  "emails.hello": "e-mail addresses",
  "emails.orders": "e-mail addresses",
  "emails.support": "e-mail addresses",
  hours: "opening hours",
  fssai: "FSSAI licence",
  "grievance.email": "grievance officer",
  "grievance.phone": "grievance officer",
  social: "social pages",
  team: "team",
  awards: "awards",
};

const partAt = (whole: unknown, path: string): unknown =>
  path.split(".").reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], whole);

const facts = Object.entries(groups).flatMap(([path, group]) => {
  const value = partAt(seedFacts, path);
  const of = { path, group };
  return Array.isArray(value)
    ? value.map((row: unknown, index) => ({ ...of, name: `${path}.${index}`, value: row }))
    : [{ ...of, name: path, value }];
});

/** A fact by its path; a row by its place in the list of the seed: "fssai", "awards.2". */
export const shopFactNames = facts.map(({ name }) => name);

const isSame = (fact: unknown, shown: unknown): boolean =>
  typeof fact === "object" && fact !== null
    ? Object.entries(fact).every(([name, part]) => isSame(part, partAt(shown, name)))
    : String(fact) === String(shown);

/** The name of the invented fact that a field or a row of a list shows, as stored or as a form has it; undefined when it shows another one. */
export const inventedAt = (path: string, shown: unknown): string | undefined =>
  facts.find((fact) => fact.path === path.replace(/\.\d+$/, "") && isSame(fact.value, shown))?.name;

/** The facts of a shop, and those of them that are accepted. */
type Shown = { accepted?: readonly string[] };

/** The facts that are still samples: they say what the seed invented, and nobody has accepted them. */
function factsLeft(shop: Shown) {
  const says = (shown: unknown, fact: unknown) =>
    Array.isArray(shown) ? shown.some((row) => isSame(fact, row)) : isSame(fact, shown);
  return facts.filter(({ name, path, value }) => says(partAt(shop, path), value) && !shop.accepted?.includes(name));
}
export const samplesOf = (shop: Shown): string[] => factsLeft(shop).map(({ name }) => name);

/** The same for people: "FSSAI licence", "awards". */
export const samplesInWords = (shop: Shown): string[] => [...new Set(factsLeft(shop).map(({ group }) => group))];

/** Stands behind a sample that customers read. */
export const markSample = (text: string, isSample: boolean): string => (isSample ? `${text} (sample)` : text);
