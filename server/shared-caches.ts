/**
 * What shared caches in front of the shop, such as a CDN, may do with a public page. The shop expires its own pages when something on
 * them changes and does not tell other caches, so they get little time: ten seconds, and one more minute while they ask for the new page.
 * Nothing here gives browsers a time, so they always ask.
 */
export const PUBLIC_PAGE = "public, s-maxage=10, stale-while-revalidate=60";
