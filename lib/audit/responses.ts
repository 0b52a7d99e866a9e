import { z } from "zod";
import { auditAuthors, nouns } from "@/db/constants/auth";
import { count, positiveInt, time } from "@/lib/http/responses";

const example = {
  id: 4_812,
  at: "2026-11-26T09:30:00.000Z",
  by: { kind: "staff" as const, id: 12, name: "Meena Patil" },
  action: "update",
  noun: "sweets" as const,
  nounId: "7",
  text: "Meena Patil changed the price of Kaju Katli 500 g from ₹679 to ₹699",
  changes: { "price of 500 g": [679, 699] },
};

export const auditEntryResponse = z
  .object({
    id: positiveInt.meta({ description: "Grows with time within one noun; no two entries share one" }),
    at: time,
    by: z.object({ kind: z.enum(auditAuthors), id: positiveInt.nullable(), name: z.string() }),
    action: z.string(),
    noun: z.enum(nouns),
    nounId: z.string().nullable().meta({ description: "An id, a section of the settings or a day" }),
    text: z.string().meta({ description: "A sentence for people" }),
    changes: z
      .record(z.string(), z.tuple([z.unknown(), z.unknown()]))
      .meta({ description: "Each field from what to what, money in rupees; of customers without the values" }),
  })
  .meta({ id: "AuditEntry", examples: [example] });
export type AuditRow = z.infer<typeof auditEntryResponse>;

/** `GET /admin/audit`. */
export const auditResponse = z
  .object({
    items: z.array(auditEntryResponse),
    meta: z.object({ page: positiveInt, pageSize: positiveInt, total: count, totalPages: count }),
  })
  .meta({
    id: "AuditLog",
    examples: [{ items: [example], meta: { page: 1, pageSize: 50, total: 1, totalPages: 1 } }],
  });

/** `GET /admin/audit.csv`. */
export const auditFileResponse = z
  .string()
  .meta({ format: "binary", description: "The entries as CSV, the newest first" });
