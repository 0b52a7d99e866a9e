/*
 * What a search for 'nut free' asks of a sweet. Its ingredients and allergens must not name the substance by any of its words, Hindi ones
 * too. Whoever trusts the answer may be allergic, so a word that may mean the substance counts: a cake made with 'sponge' is not listed as
 * free of gluten, and one with 'lecithin' is not as free of soy.
 */

type Substance = {
  /** As the notice and the API call it. */
  name: string;
  /** What people type for it. */
  typed: string;
  /**
   * What labels call it: a regular expression for a label in small letters. _ is a bound of a word, and # that of an item of the list: without
   * the constraints that PostgreSQL has for bounds it reads ten times as fast.
   */
  named: string;
  /** Words that also find what declares it as an allergen, and how allergens are called: another such expression. */
  contained?: { typed: string; named: string };
};

/** Nuts of no kind, and what is made of any. A label that says no more may mean each of them. */
const unnamedNuts = "_nuts?_|treenut|dry ?fruit|praline|marzipan|nougat|gianduja";
const peanuts = "peanut|ground ?nut|m[ou]+n?g ?ph?f?ali|shengdana|singdana|arachis";

const list = [
  {
    name: "nuts",
    typed:
      "nut nuts treenut treenuts dryfruit dryfruits mewa meva hazelnut hazelnuts pecan pecans macadamia macadamias chilgoza praline",
    named: `${unnamedNuts}|${peanuts}|[^o]nut[^mr]|almond|badam|cashew|kaju|pista|akhrot|pecan|macadamia|filbert|chilgoza|charoli|chironji|amarett|frangipan`,
    contained: { typed: "nut nuts treenuts", named: "[^o]nut" },
  },
  {
    name: "peanuts",
    typed: "peanut peanuts groundnut groundnuts mungfali moongfali moongphali",
    named: `${peanuts}|#((mixed|chopped|assorted|crushed|roasted) )?nuts?_|praline`,
    contained: { typed: "peanut peanuts groundnut groundnuts", named: "peanut|groundnut" },
  },
  { name: "almonds", typed: "almond almonds badam", named: `almond|badam|amarett|frangipan|${unnamedNuts}` },
  { name: "cashews", typed: "cashew cashews kaju", named: `cashew|kaju|${unnamedNuts}` },
  { name: "pistachios", typed: "pista pistachio pistachios", named: `pista|${unnamedNuts}` },
  { name: "walnuts", typed: "walnut walnuts akhrot", named: `walnut|akhrot|${unnamedNuts}` },
  {
    name: "gluten",
    typed: "gluten wheat maida atta gehun flour",
    named:
      "wheat|gluten|gehu|maida|_atta_|semolina|sooji|suji|_ra[vw]a_|barley|_jau_|_rye_|_oat|_malt[^i]|spelt|dalia|bulgur|couscous|vermicelli|_seviy|_sevai|_sewai|bread|biscuit|rusk|wafer|noodle|pasta|pastry|cake|sponge|cookie|phyllo|filo|seitan|farina|durum|asafoetida|_hing_|#((plain|white|refined|strong|all[- ]purpose|self[- ]raising) )*flour",
    contained: { typed: "gluten wheat", named: "gluten|wheat" },
  },
  {
    name: "milk",
    typed: "milk dairy lactose doodh dudh ghee butter cream khoya mawa paneer",
    named:
      "milk|dairy|lact|ghee|_ghi_|butter|cream|cr.me|curd|_dahi_|yogh?urt|_kho[yv]?a_|_ma[vw]a_|paneer|chh?ena|cheese|whey|casein|malai|rabri|rabdi|doodh|_dudh_|_makk?han_|shrikhand|lassi|kulfi|_peda|custard",
    contained: { typed: "milk dairy lactose", named: "milk|dairy|lactose" },
  },
  {
    name: "egg",
    typed: "egg eggs eg anda ande",
    named: "_eggs?_|album[ei]n|mayonnaise|meringue|lysozyme|_and[ae]_|custard|ins 1105",
    contained: { typed: "egg eggs", named: "egg" },
  },
  {
    name: "soy",
    typed: "soy soya soybean soybeans",
    named: "_soy|tofu|lecithin|edamame|_miso_|tempeh|ins 322",
    contained: { typed: "soy soya", named: "soy" },
  },
  {
    name: "sesame",
    typed: "sesame til",
    named: "sesam|_til_|tahini|gingelly|gajak|rew?di",
    contained: { typed: "sesame til", named: "sesame" },
  },
  {
    name: "sulphites",
    typed: "sulphite sulphites sulfite sulfites sulphur",
    named: "sul(ph|f)(it|ur)|ins 22[0-8]",
    contained: { typed: "sulphite sulphites sulfite sulfites", named: "sul(ph|f)it" },
  },
  {
    name: "mustard",
    typed: "mustard sarson",
    named: "mustard|sarson|_rai_",
    contained: { typed: "mustard", named: "mustard" },
  },
  { name: "coconut", typed: "coconut coconuts nariyal", named: "coconut|nariyal|copra|khopra" },
  { name: "jaggery", typed: "jaggery gur", named: "jaggery|_gu[rd]_|panela" },
  { name: "honey", typed: "honey shahad", named: "honey|shahad" },
  {
    name: "alcohol",
    typed: "alcohol rum wine brandy liqueur",
    named: "alcohol|_rum_|wine|brandy|whisk|liqueur|_beer|vodka|_gin_",
  },
  { name: "gelatine", typed: "gelatine gelatin", named: "gelatin|ins 441" },
  { name: "onion", typed: "onion onions pyaz", named: "onion|pyaz" },
  { name: "garlic", typed: "garlic lehsun", named: "garlic|lehsun" },
  {
    name: "preservatives",
    typed: "preservative preservatives",
    named: "preservativ|ins 2[0-8]|benzoat|sorb(ate|ic)|sul(ph|f)(it|ur)|nitrit|propionat",
  },
  { name: "colours", typed: "colour colours color colors colouring", named: "colou?r|ins 1[0-9][0-9][^0-9]|tartrazin" },
  {
    name: "sweeteners",
    typed: "sweetener sweeteners maltitol stevia aspartame sucralose",
    named: "sweetener|maltitol|stevi|sorbitol|aspartam|sucralos|ins 9[0-9][0-9]",
  },
] as const satisfies readonly Substance[];

/** Free of it is only what the owner has marked so, too. */
const sugar = {
  name: "sugar",
  typed: "sugar sugars shugar chini cheeni shakkar",
  named:
    "sugar|jaggery|_gu[rd]_|honey|glucose|fructose|sucrose|dextrose|(corn|golden|cane|rice|invert) syrup|_chee?ni_|_chini_|shakkar|mish?ri|_bura_|_khand_|molasses|treacle|caramel|condensed milk",
} as const satisfies Substance;

export type FreeOf = (typeof list)[number]["name"] | typeof sugar.name;

const substances: readonly (Substance & { name: FreeOf })[] = [...list, sugar];
const byTyped = new Map(substances.flatMap(({ name, typed }) => typed.split(" ").map((word) => [word, name] as const)));

/** Whether one letter more, less or other makes `b` of `a`. */
function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1);
}

/** The substance that a word means, a mistyped one of five letters or more too. */
export const substanceOf = (word: string): FreeOf | undefined =>
  byTyped.get(word) ??
  (word.length < 5 ? undefined : [...byTyped].find(([typed]) => typed.length >= 5 && isOneEdit(word, typed))?.[1]);

const contained = new Map(
  substances.flatMap(({ contained }) => (contained ? contained.typed.split(" ").map((w) => [w, contained.named]) : [])),
);

/** How allergens are called that a word means, as a regular expression. */
export const allergenOf = (word: string): string | undefined => contained.get(word);

/** What a label that names one of these says: a regular expression for one that begins with a comma, or an empty text for none. */
export const namingAnyOf = (names: readonly FreeOf[]): string =>
  substances
    .filter(({ name }) => names.includes(name))
    .map(({ named }) => named.replaceAll("_", "[^a-z]").replaceAll("#", "[,;:(] *"))
    .join("|");
