-- The column stays for one release: the version before names it whenever it starts a session (docs/upgrades.md).
COMMENT ON COLUMN "sessions"."wrote_at" IS 'Unused since reads from a replica were taken out; a later release drops it.';
