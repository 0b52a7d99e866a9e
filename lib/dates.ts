const day = new Intl.DateTimeFormat("en-IN", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "Asia/Kolkata",
});
const clock = new Intl.DateTimeFormat("en-IN", {
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
  timeZone: "Asia/Kolkata",
});

// Newer runtimes put a narrow no-break space before "am": server and browser must write the same text.
const plain = (text: string) => text.replace(/\s/g, " ");

/** "12 November 2025", in India. */
export const formatDay = (at: string) => day.format(new Date(at));

/** "10:42 am", in India. */
export const formatClock = (at: string) => plain(clock.format(new Date(at))).toLowerCase();

/** "12 November 2025, 10:42 am", in India. */
export const formatMoment = (at: string) => `${formatDay(at)}, ${formatClock(at)}`;
