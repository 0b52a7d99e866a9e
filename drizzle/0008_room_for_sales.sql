-- Room on each page for a sweet's next version: a sale then touches no index. The rows that are there move as they are sold.
ALTER TABLE "sweets" SET (fillfactor = 80);--> statement-breakpoint
ALTER TABLE "order_totals" SET (fillfactor = 50);
