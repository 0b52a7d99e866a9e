/** Runs once when a server starts; not while the shop is built. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NEXT_PHASE === "phase-production-build") return;
  const [{ allowScripts }, { firstPaintScript, headerPaintScript }, { startUpkeep }] = await Promise.all([
    import("@/lib/page-cache/control"),
    import("@/components/layout/first-paint"),
    import("@/lib/page-cache/upkeep"),
  ]);
  allowScripts([firstPaintScript, headerPaintScript]);
  startUpkeep();
}
