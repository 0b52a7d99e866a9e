/** The limit for the API: a handler that is asked each time and does nothing. Only in the benchmark's copy of the project. */
export const dynamic = "force-dynamic";

export const GET = () => Response.json({ empty: true });
export const POST = () => Response.json({ empty: true });
