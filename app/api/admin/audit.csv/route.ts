import * as audit from "@/lib/audit/operations";
import type { NamedAuditRow } from "@/lib/audit/queries";
import { auditFileResponse } from "@/lib/audit/responses";
import { CSV_BOM, type CsvColumns, csvLines, momentCell } from "@/lib/csv";
import { indiaMoment } from "@/lib/dates";
import { endpoint, FileResponse, route } from "@/lib/http/endpoint";

const columns: CsvColumns<NamedAuditRow> = [
  ["Id", ({ id }) => id],
  ["Time (India)", ({ at }) => momentCell(indiaMoment(at))],
  ["By", ({ by }) => by.kind],
  ["By id", ({ by }) => by.id],
  ["Name", ({ by }) => by.name],
  ["Noun", ({ noun }) => noun],
  ["Of", ({ nounId }) => nounId],
  ["Action", ({ action }) => action],
  ["What", ({ text }) => text],
  ["Email", ({ email }) => email],
];

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/audit.csv", {
  GET: endpoint(audit.exportAudit, {
    id: "exportAudit",
    summary: "The audit log as CSV",
    description: "With the filters of the list, the newest 10,000 entries. The export is an entry itself.",
    media: "text/csv",
    answer: auditFileResponse,
    respond: (entries) => new FileResponse(Buffer.from(CSV_BOM + csvLines(columns, entries).join("")), "audit.csv"),
  }),
});
