/** Runs once when a server starts; not while the shop is built. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NEXT_PHASE === "phase-production-build") return;
  // Before all else: what is imported below traces from its first statement on.
  const { env } = await import("@/lib/env");
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT) (await import("@/server/tracing")).startTracing(env.OTEL_SERVICE_NAME);
  const [{ allowScripts }, { firstPaintScript, headerPaintScript }, { startJobs }] = await Promise.all([
    import("@/server/page-cache/expire"),
    import("@/components/layout/first-paint"),
    import("@/server/jobs/start-jobs"),
  ]);
  allowScripts([firstPaintScript, headerPaintScript]);
  startJobs();
}
