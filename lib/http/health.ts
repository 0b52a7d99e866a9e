import { isDatabaseUp as askMonitor } from "@/db/connection-monitor";
import { within } from "./deadline";

/** Milliseconds that the database may take: GET /api/health responds within 2 s. */
const TIMEOUT_MS = 1_500;

/** Whether the database answers and takes writes. Never throws. */
export const isDatabaseUp = (): Promise<boolean> => within(TIMEOUT_MS, askMonitor()).catch(() => false);
