import type { PlacePool } from "@/lib/delivery/constants";
import { alternativesTo } from "@/lib/delivery/queries";
import type { Slot } from "@/lib/delivery/rules";
import { AppError } from "@/lib/errors";
import { currentSettings, forgetSettings, type Settings } from "@/lib/settings/queries";

/** The refusal of an order for a window that is full, with the next windows that have a place. */
export async function slotFull(
  window: Omit<Slot, "to">,
  wanted: { pool: PlacePool; leadMinutes: number; sweets: number[] },
  settings: Settings,
  message = "This window has just been taken. Please choose another.",
) {
  const alternatives = await alternativesTo(window, wanted, settings);
  return new AppError("slot_full", message, { alternatives });
}

/**
 * Does `call`, and once more with new settings when they had changed: its transaction then keeps them from changing again.
 */
export async function withCurrentSettings<Row extends { outcome: string }>(
  call: (settings: Settings) => Promise<Row>,
): Promise<{ row: Row; settings: Settings }> {
  for (let tries = 1; ; tries++) {
    const settings = await currentSettings();
    const row = await call(settings);
    if (row.outcome !== "settings_changed") return { row, settings };
    if (tries === 5) throw new Error("the settings changed during each of five tries");
    forgetSettings();
  }
}
