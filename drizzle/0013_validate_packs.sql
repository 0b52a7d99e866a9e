ALTER TABLE "order_lines" VALIDATE CONSTRAINT "order_lines_pack";
--> statement-breakpoint
ALTER TABLE "stock_ledger" VALIDATE CONSTRAINT "stock_ledger_reason";
--> statement-breakpoint
-- Last, since it locks the table until the end of the transaction. The index order_lines_order_pack finds the lines of an order now. An order
-- may have two packs of a sweet.
ALTER TABLE "order_lines" DROP CONSTRAINT "order_lines_once";
