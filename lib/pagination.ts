/** The number of pages of a list; 0 when it is empty. */
export const pageCount = (total: number, pageSize: number): number => Math.ceil(total / pageSize);

/** The page to show: the one that was asked for, or the last page when the list ends before it. Pages count from 1. */
export const clampPage = (page: number, totalPages: number): number => Math.min(page, Math.max(1, totalPages));

/** The page of a list of the API that a screen shows. */
export async function readClamped<List extends { meta: { totalPages: number } }>(
  page: number,
  read: (page: number) => Promise<List>,
): Promise<List> {
  const list = await read(page);
  const shown = clampPage(page, list.meta.totalPages);
  return shown === page ? list : read(shown);
}

/**
 * The range of rows that a page reads: those past the middle are counted from the end of the list, in the opposite order, because
 * rows that are skipped are read, too. `limit` is 0 for a page past the end.
 */
export const pageRange = (total: number, page: number, pageSize: number) =>
  rangeFrom(total, (page - 1) * pageSize, pageSize);

/** The same for a page that begins behind so many rows. */
export function rangeFrom(total: number, offset: number, pageSize: number) {
  const limit = Math.max(0, Math.min(pageSize, total - offset));
  const fromEnd = offset > total / 2;
  return { fromEnd, limit, offset: fromEnd ? Math.max(0, total - offset - limit) : offset };
}
