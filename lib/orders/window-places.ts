import type { PlacePool } from "@/db/constants/delivery";
import type { Incomplete } from "@/db/transaction";
import { alternativesTo, type WantedItems } from "@/lib/delivery/queries";
import { AppError } from "@/lib/errors";
import type { Slot } from "@/lib/settings/calendar";
import type { Settings } from "@/lib/settings/queries";

/** The refusal of an order for a full window. The windows that have a place are read when its transaction has ended. */
export class WindowFull extends AppError implements Incomplete {
  constructor(
    readonly window: Omit<Slot, "to">,
    readonly wanted: { pool: PlacePool; leadMinutes: number; items: WantedItems; day?: string | null },
    readonly settings: Settings,
    message = "This window has just been taken. Please choose another.",
  ) {
    super("slot_full", message);
  }

  async complete(): Promise<AppError> {
    const alternatives = await alternativesTo(this.window, this.wanted, this.settings);
    return new AppError("slot_full", this.message, { alternatives });
  }
}
