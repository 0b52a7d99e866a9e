import type { PlacePool } from "@/lib/delivery/constants";
import { alternativesTo, type WantedItems } from "@/lib/delivery/queries";
import { AppError } from "@/lib/errors";
import type { Slot } from "@/lib/settings/calendar";
import type { Settings } from "@/lib/settings/queries";

/**
 * The refusal of an order for a window that is full. Which windows have a place is read by `offeringOthers` when the transaction that holds
 * the locks has ended.
 */
export class WindowFull extends AppError {
  constructor(
    readonly window: Omit<Slot, "to">,
    readonly wanted: { pool: PlacePool; leadMinutes: number; items: WantedItems },
    readonly settings: Settings,
    message = "This window has just been taken. Please choose another.",
  ) {
    super("slot_full", message);
  }
}

/** Does `work`; a window that is full is refused with the next ones that have a place. */
export async function offeringOthers<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WindowFull)) throw error;
    const alternatives = await alternativesTo(error.window, error.wanted, error.settings);
    throw new AppError("slot_full", error.message, { alternatives });
  }
}
