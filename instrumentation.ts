/** Runs once when a server starts; not while the shop is built. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NEXT_PHASE === "phase-production-build") return;
  const [{ allowScripts }, { firstPaintScript, headerPaintScript }, { startJobs }] = await Promise.all([
    import("@/server/page-cache/expire"),
    import("@/components/layout/first-paint"),
    import("@/server/jobs/start-jobs"),
  ]);
  allowScripts([firstPaintScript, headerPaintScript]);
  startJobs();
}
