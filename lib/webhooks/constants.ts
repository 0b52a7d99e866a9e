/** Milliseconds of an attempt, from the look-up of the name to the status of the answer. */
export const TRY_MS = 10_000;
/** Bytes that are read of an answer. */
export const ANSWER_BYTES = 64 * 1024;
