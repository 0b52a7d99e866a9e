-- Neither statement blocks the shop: rows of the ledger are only added, and nobody waits for one of them.
update stock_ledger set reason = 'expire' where reason = 'lapse';
--> statement-breakpoint
alter table stock_ledger validate constraint stock_ledger_reason;
