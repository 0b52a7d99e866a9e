-- The index went with the column that was made anew.
CREATE INDEX IF NOT EXISTS "sweets_search" ON "sweets" USING gin ("search");
