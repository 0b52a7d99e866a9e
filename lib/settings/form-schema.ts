import { z } from "zod";
import { shopNow } from "@/lib/clock";
import { jsonText, typedNumber } from "@/lib/text";
import { pauseSettings, sectionName } from "./schema";

/** A section as the owner's form sends it. Its value is checked by the operation, except that a pause ends in the future. */
export const settingsForm = z
  .object({
    section: sectionName,
    version: typedNumber().pipe(z.int().min(0)),
    value: jsonText("Must be JSON"),
  })
  .refine(
    ({ section, value }) => {
      const until = section === "pause" && pauseSettings.safeParse(value).data?.until;
      return !until || until > shopNow().toISOString();
    },
    { path: ["value", "until"], message: "Please choose a time that is still to come" },
  );
