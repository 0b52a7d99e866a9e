/** Runs once when a server starts; not while the shop is built. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NEXT_PHASE === "phase-production-build") return;
  const { startUpkeep } = await import("@/lib/page-cache/upkeep");
  startUpkeep();
}
