/** What a tab of /admin gets: the query parameters. It asks itself who looks at it, as a page does. */
export type TabProps = { search: Record<string, string | undefined> };
