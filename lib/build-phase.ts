/**
 * True while `next build` renders each page once. The build has no database and no settings. A page that reads the catalogue renders
 * nothing then, and the build deletes what was rendered (scripts/production-build.ts), so that no visitor can ever be sent it.
 */
export const isBuildPhase = (): boolean => process.env.NEXT_PHASE === "phase-production-build";
