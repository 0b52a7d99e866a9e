import { z } from "zod";
import { CSV_BOM, type CsvColumns, csvLines } from "@/lib/csv";
import { ApiResponse, FileResponse } from "./endpoint-spec";

/** How the rows of a report are answered. */
export const tableFormat = z.enum(["json", "csv"]).default("json").meta({ description: "csv: as a file" });

/** The rows of a report as JSON, or as the CSV file that `format` asks for. `next`: where a report that was cut goes on. */
export const tableResponse = <Row>(
  format: z.output<typeof tableFormat>,
  rows: Row[],
  { columns, filename, next }: { columns: CsvColumns<Row>; filename: string; next?: string },
) =>
  format === "csv"
    ? new FileResponse(Buffer.from(CSV_BOM + csvLines(columns, rows).join("")), filename, { media: "text/csv", next })
    : new ApiResponse(rows, { next });
