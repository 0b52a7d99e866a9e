import os from "node:os";

/**
 * Test files that run beside each other: as many as there are processors, and at most four, since those of domain open dozens of
 * connections each, and a shop for each worker of api takes 300 MB.
 */
export const TEST_WORKERS = Math.max(1, Math.min(4, os.availableParallelism()));
