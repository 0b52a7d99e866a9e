/*
 * What a search for 'nut free' asks of a sweet: its ingredients and allergens must not name the substance by any of its words, in English
 * or Hindi. Somebody with an allergy may trust the answer, so a word that may mean the substance counts: a cake with 'sponge' is not
 * listed as free of gluten, and one with 'lecithin' is not listed as free of soy.
 */

export type Substance = {
  /** As the notice and the API call it. */
  name: string;
  /** What people type for it, mistyped Hindi too. Labels with these words name it as well. */
  typed: string;
  /**
   * What labels call it: a regular expression for a label in small letters. _ is a bound of a word: without the constraints that PostgreSQL
   * has for bounds it reads ten times as fast.
   */
  named: string;
  /** Words that also find what declares it as an allergen, and how allergens are called: another such expression. */
  contained?: { typed: string; named: string };
};

/** Nuts of no kind, and what is made of any. A label that says no more may mean each of them. */
const unnamedNuts =
  "_n[au]t[sz]?_|treenut|dry[ -]?fruit|_me[vw][ae]_|panchme[vw]|praline|marzipan|nougat|gianduja|chikk?i|baklava|thandai";
const peanuts =
  "pea[ -]?nut|ground[ -]?nut|m[ou]+[nm]g?a?[ -]?(ph|f)a?l+[iy]|_s(h?e|i)ng[ -]?(dan[ae]|_)|arachis|chikk?i";
const almonds = "almond|bada+m|amarett|frangipan";
const cashews = "cashew|ka+j(u|oo)";
const pistachios = "pish?ta";
const walnuts = "walnut|akh?a?ro+t";
/** Only these nuts are no peanuts. */
const otherNuts = "tree|pine|brazil|cashew|almond|pistachio|hazel|pecan|macadamia|chilgoza|cola|kola";

/** Flours of these alone have no gluten. */
export const glutenFreeGrains =
  "gram|besan|rice|corn|maize|ragi|jowar|bajra|sorghum|millet|chickpea|almond|coconut|chestnut|singhara|kuttu|rajgira|amaranth|" +
  "tapioca|potato|arrowroot|quinoa|soy|soya|urad|moong|dal|lentil|makhana";

/** An additive by its number: with its INS or E, also as a later one of their list, or behind what it does. */
const additive = (numbers: string) =>
  `(_ins|_e|_no|emulsifiers?|preservatives?|colou?rs?|agents?)([^a-z]*[^a-z0-9])?${numbers}[^0-9]`;

const list = [
  {
    name: "nuts",
    typed:
      "nut nuts nat nats treenut treenuts dryfruit dryfruits mewa meva mewe meve hazelnut hazelnuts hezalnat pecan pecans macadamia macadamias chilgoza praline",
    named: `${unnamedNuts}|${peanuts}|[^o]nut[^mr]|hezalnat|${almonds}|${cashews}|${pistachios}|${walnuts}|pecan|macadamia|filbert|chilgoza|charoli|chiro+n[jg]i|pine kernel`,
    contained: { typed: "nut nuts treenut treenuts", named: "[^o]nut" },
  },
  {
    name: "peanuts",
    typed:
      "peanut peanuts groundnut groundnuts mungfali moongfali moongphali mungafli mumfali mungphali shengdana singdana",
    named: `${peanuts}|praline|(?<!_(${otherNuts}))_nuts?_`,
    contained: { typed: "peanut peanuts groundnut groundnuts", named: "peanut|groundnut" },
  },
  { name: "almonds", typed: "almond almonds badam badaam", named: `${almonds}|${unnamedNuts}` },
  { name: "cashews", typed: "cashew cashews kaju kaaju kajoo", named: `${cashews}|${unnamedNuts}` },
  { name: "pistachios", typed: "pista pistachio pistachios", named: `${pistachios}|${unnamedNuts}` },
  { name: "walnuts", typed: "walnut walnuts akhrot akharot", named: `${walnuts}|${unnamedNuts}` },
  {
    name: "gluten",
    typed: "gluten wheat maida atta ata gehun flour semolina sooji suji",
    named: `wheat|gluten|gehu|maida|_att?a_|semolina|sooji|suji|_ra[vw]a_|barley|_jau_|_rye_|_oat|_malt[^i]|spelt|dalia|lapsi|bulgur|couscous|vermicelli|semiy|_sevi?y|_seva?i|_sewai|bread|biscuit|rusk|wafer|noodle|pasta|pastry|cake|sponge|lady ?finger|cookie|brownie|baklava|kunaf|kataif|phyllo|filo|seitan|farina|durum|asafoetida|_hing_|(?<!_(${glutenFreeGrains})( \\([^)]*\\))?[ -])flour`,
    contained: { typed: "gluten wheat", named: "gluten|wheat" },
  },
  {
    name: "milk",
    typed: "milk dairy lactose laiktoj doodh dudh ghee ghi butter makkhan cream khoya mawa mava paneer panir",
    named:
      "milk|dairy|lact|laiktoj|whitener|ghee|_ghi_|_tup_|butter|cream|cr.me|curd|_dahi_|_doi_|yogh?urt|_kho[yv]?a_|_ma[vw]a_|pan[ei]+r|chh?ena|chhana|cheese|mascarpone|ricotta|whey|casein|_smp_|malai|rabri|rabdi|doodh|_dudh_|_makk?han_|shrikhand|lassi|kulfi|_peda|kalakand|basundi|_kh(ee|i)r_|b[au]rf(i|ee)|sandesh|ras[ao]?gul+a|white choc|ganache|truffle|custard",
    contained: { typed: "milk dairy lactose", named: "milk|dairy|lactose" },
  },
  {
    name: "egg",
    typed: "egg eggs eg anda ande",
    named: `_egg([^l]|l[^e])|_eg_|yolk|album[ei]n|mayonnaise|meringue|lysozyme|_and[ae]_|custard|(?<!eggless )sponge|lady ?finger|macaron|marshmallow|nougat|${additive("1105")}`,
    contained: { typed: "egg eggs", named: "egg" },
  },
  {
    name: "soy",
    typed: "soy soya soybean soybeans soyabean soyabeans",
    named: `_soy|tofu|lecithin|edamame|_miso_|tempeh|${additive("322")}`,
    contained: { typed: "soy soya", named: "soy" },
  },
  {
    name: "sesame",
    typed: "sesame til",
    named: "sesam|_til(_|g|k)|tahini|gingelly|gajak|rew?di|chikk?i",
    contained: { typed: "sesame til", named: "sesame" },
  },
  {
    name: "sulphites",
    typed: "sulphite sulphites sulfite sulfites sulphur sulphurdioxide sulfurdioxide",
    named: `sul(ph|f)(it|ur)|${additive("22[0-8]")}`,
    contained: { typed: "sulphite sulphites sulfite sulfites", named: "sul(ph|f)it" },
  },
  {
    name: "mustard",
    typed: "mustard sarson",
    named: "mustard|sarson|_rai_",
    contained: { typed: "mustard", named: "mustard" },
  },
  { name: "coconut", typed: "coconut coconuts nariyal", named: "coconut|nariyal|_naral|copra|kho[bp]ra" },
  { name: "jaggery", typed: "jaggery gur gud", named: "jaggery|_gu[rdl]_|tilgul|panela|gajak|chikk?i" },
  { name: "honey", typed: "honey shahad", named: "honey|shahad" },
  {
    name: "alcohol",
    typed: "alcohol rum wine brandy liqueur",
    named:
      "alcohol|_rum_|wine|brandy|whisk|liqueur|liquor|kirsch|cognac|kahlua|champagne|sherry|marsala|_beer|vodka|_gin_",
  },
  { name: "gelatine", typed: "gelatine gelatin", named: `gelatin|marshmallow|${additive("441")}` },
  { name: "onion", typed: "onion onions pyaz pyaj pyaaz", named: "onion|pya+[zj]" },
  { name: "garlic", typed: "garlic lehsun lahsun lasun", named: "garlic|l[ae]h?su+n" },
  {
    name: "preservatives",
    typed: "preservative preservatives",
    named: `preservativ|benzoat|sorb(ate|ic)|sul(ph|f)(it|ur)|nitrit|propionat|${additive("2[0-9][0-9]")}`,
  },
  {
    name: "colours",
    typed: "colour colours color colors colouring coloring",
    named: `colou?r|tartrazin|sunset yellow|carmoisine|ponceau|brilliant blue|allura|annatto|${additive("1[0-9][0-9]")}`,
  },
  {
    name: "sweeteners",
    typed: "sweetener sweeteners maltitol stevia aspartame sucralose",
    named: `sweetener|maltitol|stevi|sorbitol|aspartam|sucralos|${additive("9[0-9][0-9]")}`,
  },
] as const satisfies readonly Substance[];

/** Free of it is only what the owner has marked so, too. */
const sugar = {
  name: "sugar",
  typed: "sugar sugars shugar shugra chini cheeni shakkar",
  named:
    "(?<!(no added|free of|without|_no) )sugar(?![ -]?(free|alcohol))|shug(ar|ra)|jaggery|_gu[rdl]_|gulkand|murabba|cha+sh?ni|honey|glucose|fructose|sucrose|dextr|(corn|golden|cane|rice|invert) syrup|maple|agave|cane juice|candied|tutt?[iy] ?frutt?[iy]|_ch(ee|i)ni_|shakkar|sakh?ar_|mish?ri|_bura_|_khand_|molasses|treacle|caramel|condensed milk",
} as const satisfies Substance;

export type FreeOf = (typeof list)[number]["name"] | typeof sugar.name;

export const substances: readonly (Substance & { name: FreeOf })[] = [...list, sugar];
const byTyped = new Map(substances.flatMap(({ name, typed }) => typed.split(" ").map((word) => [word, name] as const)));

/** Whether one letter more, less or other makes `b` of `a`. */
export function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1);
}

/** Words of their own, which are one letter from a substance. */
const OTHER_WORDS = new Set(["custard", "bitter", "batter", "better", "super"]);

/** Sugar is corrected in short words, too: what is free of it has the owner's mark, whatever was meant. */
const isMistyped = (word: string, typed: string) =>
  word.length >= (typed === "sugar" ? 4 : 6) && word[0] === typed[0] && isOneEdit(word, typed);

/** The substance that a word means, a mistyped one too. */
export function substanceOf(typed: string): FreeOf | undefined {
  const word = typed.replaceAll(" ", "");
  const known = byTyped.get(word);
  if (known || OTHER_WORDS.has(word)) return known;
  return [...byTyped].find(([other]) => other.length >= 5 && isMistyped(word, other))?.[1];
}

const contained = new Map(
  substances.flatMap(({ contained }) => (contained ? contained.typed.split(" ").map((w) => [w, contained.named]) : [])),
);

/** How allergens are called that a word means, as a regular expression. */
export const allergenOf = (word: string): string | undefined => contained.get(word.replaceAll(" ", ""));

/** What a label that names one of these says: a regular expression for one that begins with a comma and ends with a blank. Empty for none. */
export const namingAnyOf = (names: readonly FreeOf[]): string =>
  substances
    .filter(({ name }) => names.includes(name))
    .map(({ named }) => named.replaceAll("_", "[^a-z]"))
    .join("|");
