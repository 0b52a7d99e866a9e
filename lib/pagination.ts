/** The number of pages of a list; 0 when it is empty. */
export const pageCount = (total: number, pageSize: number): number => Math.ceil(total / pageSize);

/** The page to show: the one that was asked for, or the last page when the list ends before it. Pages count from 1. */
export const clampPage = (page: number, totalPages: number): number => Math.min(page, Math.max(1, totalPages));
