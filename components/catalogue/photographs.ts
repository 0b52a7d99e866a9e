import photographs from "@/db/seed/photographs.json";
import type { ImageView } from "@/lib/images/urls";

export type Photograph = Omit<ImageView, "blur">;

export function photograph(name: keyof typeof photographs): Photograph {
  const { id, width, height } = photographs[name];
  return { id, width, height };
}
