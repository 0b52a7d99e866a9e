-- Trigrams forgive typing errors and search inside names; both extensions are trusted, so a database's owner can create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
