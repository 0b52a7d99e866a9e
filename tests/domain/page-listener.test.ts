// The connection that has pages expired when the database says that something changed.
import { afterEach, expect, test, vi } from "vitest";
import { dropListener, maintainListener } from "@/server/page-cache/listener";
import { pageCacheState } from "@/server/page-cache/state";
import { sql } from "../support/sql";

afterEach(() => {
  pageCacheState().expireTags = undefined;
  vi.restoreAllMocks();
  dropListener();
});

test("a defect in the expiry of pages is logged, and ends neither the process nor the listening", async () => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  await maintainListener();
  const { generation } = pageCacheState();
  pageCacheState().expireTags = () => {
    throw new TypeError("no such thing");
  };
  await sql`select pg_notify('pages', '{"settings": true}')`;
  await vi.waitFor(() => expect(lines.join("")).toContain("TypeError: no such thing"), 5_000);
  pageCacheState().expireTags = undefined;
  await sql`select pg_notify('pages', '{"settings": true}')`;
  await vi.waitFor(() => expect(pageCacheState().generation).toBe(generation + 2), 5_000);
});
