-- The ledger's word for an expired hold is `expire`. `lapse` stays allowed while instances of the version before still write it.
-- Not valid: no row is read under this lock. The next migration validates it.
ALTER TABLE "stock_ledger" DROP CONSTRAINT "stock_ledger_reason";--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_reason" CHECK (reason in ('initial', 'restock', 'adjustment', 'hold', 'release', 'expire', 'order', 'purchase', 'cancel', 'reinstate', 'unit_change', 'lapse')) NOT VALID;
