import { z } from "zod";
import { auditAuthors, nouns } from "@/db/constants/auth";
import { asciiDigits } from "@/lib/digits";
import { day, pageNumber, queryInt, queryPage, storableText } from "@/lib/text";

const filters = {
  noun: z.enum(nouns).optional(),
  // A number is compared as a text in the log and as a number in the histories.
  nounId: storableText(1, 60)
    .overwrite((text) => (/^\p{Nd}+$/u.test(text) ? asciiDigits(text).replace(/^0+(?=\d)/, "") : text))
    .optional()
    .meta({ description: "An id, a section of the settings or a day; needs noun" }),
  kind: z.enum(auditAuthors).optional().meta({ description: "What has done it" }),
  by: queryInt(1, 2_147_483_647).optional().meta({ description: "The id of the person or of the key" }),
  from: day.optional(),
  to: day.optional(),
};

const needsNoun = {
  path: ["nounId"],
  message: "needs noun",
};
const hasNoun = ({ noun, nounId }: { noun?: string; nounId?: string }) => nounId === undefined || noun !== undefined;

/** `GET /admin/audit.csv`. */
export const auditExportQuery = z.object(filters).refine(hasNoun, needsNoun);
export type AuditFilter = z.infer<typeof auditExportQuery>;

/** `GET /admin/audit`. */
export const auditQuery = z
  .object({ ...filters, page: queryPage.default(1), pageSize: queryInt(1, 100).default(50) })
  .refine(hasNoun, needsNoun);
export type AuditQuery = z.infer<typeof auditQuery>;

/** The page in its address: unknown values fall back to none. */
export const auditPageQuery = z.object({
  noun: filters.noun.catch(undefined),
  nounId: filters.nounId.catch(undefined),
  kind: filters.kind.catch(undefined),
  by: filters.by.catch(undefined),
  from: filters.from.catch(undefined),
  to: filters.to.catch(undefined),
  page: pageNumber,
});
