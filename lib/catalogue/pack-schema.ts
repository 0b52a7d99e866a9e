import { z } from "zod";
import { packBounds, sweetBounds } from "@/db/constants/catalogue";
import { toRupees } from "@/lib/money";
import { boundedText, id } from "@/lib/text";

/** A price in rupees, of a sweet or of one of its packs. */
export const price = z
  .number("Price must be greater than 0")
  .min(toRupees(sweetBounds.price.min), "Price must be greater than 0")
  .max(toRupees(sweetBounds.price.max), "Price must be 10,00,000 or less")
  .refine((rupees) => Math.abs(rupees * 100 - Math.round(rupees * 100)) < 1e-6, "Use at most two decimals");

/** A pack beside its sweet, in requests and lines. */
export const packId = id.optional().meta({ description: "A pack of the sweet; its default pack when absent" });

/** A pack as the owner edits it. `id`: the pack that it is; without one, the pack of that label, or a new one. */
const packInput = z.object({
  id: id.optional(),
  label: boundedText(packBounds.label.min, packBounds.label.max, "Please enter how the pack is called"),
  grams: z
    .int("Weight must be in whole grams")
    .min(packBounds.grams.min, `Weight must be ${packBounds.grams.min} g or more`)
    .max(packBounds.grams.max, `Weight must be ${packBounds.grams.max.toLocaleString("en-IN")} g or less`)
    .nullable()
    .default(null)
    .meta({ description: "Net weight; null when it is sold by the piece" }),
  units: z
    .int("Units must be a whole number")
    .min(packBounds.units.min, `Units must be ${packBounds.units.min} or more`)
    .max(packBounds.units.max, `Units must be ${packBounds.units.max.toLocaleString("en-IN")} or less`)
    .default(1)
    .meta({ description: "What one takes of the sweet's stock" }),
  price,
  active: z.boolean().default(true).meta({ description: "Whether it is on sale" }),
  isDefault: z.boolean().optional(),
});
export type PackInput = z.infer<typeof packInput>;

/**
 * All packs of a sweet: one that is left out is deleted, or switched off if it was ever sold or is in a cart. One of them is the default;
 * when none says so, the default stays what it is, else it is the first on sale.
 */
export const packsInput = z
  .array(packInput)
  .min(1, "A sweet needs a pack")
  .max(packBounds.most, `A sweet has at most ${packBounds.most} packs`)
  .superRefine((packs, ctx) => {
    const issue = (path: (string | number)[], message: string) => ctx.addIssue({ code: "custom", path, message });
    const labels = packs.map(({ label }) => label.toLowerCase());
    const ids = packs.map(({ id }) => id);
    for (const [i, pack] of packs.entries()) {
      if (labels.indexOf(labels[i] as string) < i) issue([i, "label"], "Two packs cannot have the same label");
      if (pack.id !== undefined && ids.indexOf(pack.id) < i) issue([i, "id"], "This pack is listed twice");
      if (pack.isDefault && !pack.active) issue([i, "active"], "The default pack must be on sale");
    }
    if (packs.filter(({ isDefault }) => isDefault).length > 1) issue([], "Only one pack can be the default");
    if (!packs.some(({ active }) => active)) issue([], "At least one pack must be on sale");
  })
  .meta({
    description:
      "All packs of the sweet. One that is left out is deleted, or switched off once it was sold. Without packs a sweet has one, of its price and net weight",
  });
