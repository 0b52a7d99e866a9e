import { recordView } from "@/lib/auth/audit-log";
import { read } from "@/lib/http/operation";
import * as queries from "./queries";
import { auditExportQuery, auditQuery } from "./schema";

export const listAudit = read({
  by: "audit:read",
  query: auditQuery,
  run: async ({ actor, input }) => {
    const { items, meta } = await queries.listAudit(actor, input);
    return { items: items.map(({ email: _, ...entry }) => entry), meta };
  },
});

/** The entries for a file. Who has read them is one of them. */
export const exportAudit = read({
  by: "audit:read",
  query: auditExportQuery,
  run: async ({ actor, input }) => {
    await recordView(actor, { noun: "audit", nounId: null, text: "exported the audit log" });
    return queries.exportAudit(actor, input);
  },
});
