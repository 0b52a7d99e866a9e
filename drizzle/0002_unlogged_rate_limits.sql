-- Counters of limits are written on every write request and may be lost with the server: no write-ahead log for them.
ALTER TABLE rate_limits SET UNLOGGED;
