ALTER TABLE "invoice_lines" ADD COLUMN "unit" text;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD COLUMN "grams" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "company" jsonb;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_unit" CHECK (unit in ('KGS', 'NOS')) NOT VALID;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_grams" CHECK (grams is null or (grams > 0 and unit = 'KGS') is true) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_company" CHECK (company is null or (company ->> 'gstin' ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$'
        and length(company ->> 'name') between 2 and 200 and company ->> 'deliveredTo' in ('company', 'others')) is true) NOT VALID;
