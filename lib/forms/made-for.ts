/** The field by which a form of a private page says for whom it was rendered; see `assertMadeFor` in lib/http/made-for.ts. */
export const MADE_FOR = "madeFor";

export const SOMEBODY_ELSE = "You are signed in as somebody else now";
