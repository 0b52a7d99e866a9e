/*
 * The wordmark is built on Eczar's outlines (Open Font License), respaced, with the dot of the i recut as a katli.
 * Its path is in a page once, in the header; every other logo refers to it. So is that of the star.
 */
const wordmark =
  "M32.2 0H3l-.6-3.2q2.2-1.6 4.7-2.9L11.2-8l1.2-50.2L4-60.3l.1-4.7h29.6l-.1.1L50.4-18l17.5-47h25.8l.6 3.2q-2.1 1.4-4.6 2.7l-4 2L86.5-7l9.2 2.3-.1 4.7H61.3l-.6-3.2q2.2-1.6 4.7-2.9l3.8-1.8-.2-22.4 1.4-17.4L52.9-1.6 40.1.7 22.6-47.7l1.5 17.4-.3 23.5 8.5 2.1zM125 0H95l-.2-3.5q2.8-1.7 6.2-2.9l1.2-.4v-32.5l-7.5-1.4-.5-4.8q4.4-1.7 9.5-2.7 5.1-.9 10.4-1l5.4 4.8v36.3q3.1 1.4 5.7 3.2zm38-6.8-16.5 8.4q-3.3.1-6.3-1.3t-4.9-4q-2-2.5-2-5.5v-26.9h-7.4l-.3-5.4q3.6-2.9 8.1-5.6l.5-.3 5.4-13.3h8l2.5 13.4h13.6l.1 5-5 6.3h-8.2v20.6q0 2.4.9 3.3.9 1 2.8 1t4-.3l4-.6zm10.2-56.9-7.5-1.3-.5-5q4.4-1.6 9.5-2.5t10.4-1.2l5.4 5v27.3q3.6-2.7 7.2-4.7 4.1-2.2 7.7-3.4 2 0 4.6.6t5 2.2 4.2 4.4q.5.8.8 2.2l.4 3.8.1 6.7v21.2l.6.2q3.2 1.4 6 3.3l-.3 4.9h-29.4l-.2-3.5q2.8-1.6 6-2.8v-22.2q0-4.6-1.8-7t-5.1-2.3q-2.2.1-4.8 1.2l-1 .5V-8q3 1.3 5.6 3.1l-.2 4.9h-30l-.2-3.5q2.9-1.7 6.3-2.9l1.2-.4zm108.2 58-13.3 7.3q-2 0-4-1-2.1-1.1-3.8-3.1-1.3-1.4-2.3-3.2l-10.7 6.9q-5.9.9-10.1-.9t-6.3-5.1-2.1-6.6q0-3.1 1.9-6.4 1.9-3.2 6.2-5.4l19-.4v-8.2q0-4.7-1.4-6.9t-3.2-3.2l-3 .4-2.6.8-2.4 11-9.9.2q-1.1-3.4-1.6-7.4t-.1-7.7q3.1-1.2 6.8-2.3l7.4-1.8q3.6-.7 6.8-1.1t5.1-.4q2.8 0 5.4.8t4.9 2.4q2.2 1.7 3.9 4.1.8 1.2 1 3.5t.2 6.7v20.5q0 1 .7 1.7t1.7.7l2.4-.1 2.8-.2zm-25.5-4.4v-7.4l-3.4.2q-1.9.2-3.4.7t-2.4 1.5-.9 2.6q0 1.1.5 2.3t1.3 2q1.9-.1 3.9-.6l3.7-1.1zm80.6 4.4-13.3 7.3q-2 0-4-1-2.1-1.1-3.8-3.1-1.3-1.4-2.3-3.2l-10.7 6.9q-5.9.9-10.1-.9T286-4.8t-2.1-6.6q0-3.1 1.9-6.4 1.9-3.2 6.2-5.4l19-.4v-8.2q0-4.7-1.4-6.9t-3.2-3.2l-3 .4-2.6.8-2.4 11-9.9.2q-1.1-3.4-1.6-7.4t-.1-7.7q3.1-1.2 6.8-2.3l7.4-1.8q3.6-.7 6.8-1.1t5.1-.4q2.8 0 5.4.8t4.9 2.4q2.2 1.7 3.9 4.1.8 1.2 1 3.5t.2 6.7v20.5q0 1 .7 1.7t1.7.7l2.4-.1 2.8-.2zM311-10.1v-7.4l-3.4.2q-1.9.2-3.4.7t-2.4 1.5-.9 2.6q0 1.1.5 2.3t1.3 2q1.9-.1 3.9-.6l3.7-1.1zM358.5 2q-4.7 0-10-1.3-5.4-1.3-10.8-4.1l5.6-13.1q4.1 3.2 8.7 5.7 4.6 2.6 9.3 4.3.9-.7 1.4-1.8.4-1 .4-1.9 0-2.1-1.7-3.7-1.7-1.5-4.4-2.9l-5.8-2.9q-3.1-1.5-5.8-3.5-2.7-1.9-4.4-4.6t-1.7-6.5q0-4.7 2.9-8.3 2.8-3.5 7.8-5.5 5-1.9 11.4-1.9 3.8 0 8 .8 4.1.8 7.5 2.5.3 3.5-.1 7-.4 3.6-1.5 7h-8.8l-3.1-9.1q-2.4-.5-4.6-.5-2.5.7-3.2 1.9t-.8 2.3q0 2.1 1.8 3.7 1.7 1.6 4.5 3l5.8 2.9q3.1 1.6 5.9 3.6 2.7 2 4.5 4.8t1.7 6.6q0 6.6-5.4 11T358.5 2";

const petals =
  "M50,46.1L41.7,26.1L50,6.1L58.3,26.1z M53.9,50L73.9,41.7L93.9,50L73.9,58.3z M52.7,52.7L72.8,61L81,81L61,72.8z M50,53.9L58.3,73.9L50,93.9L41.7,73.9z M47.3,52.7L39,72.8L19,81L27.2,61z M46.1,50L26.1,58.3L6.1,50L26.1,41.7z M47.3,47.3L27.2,39L19,19L39,27.2z";

/** "original" contains the paths: those of the header, once on each page. A "copy" refers to them. */
type Drawing = "original" | "copy";

/** Eight kaju katli in a star, one of them saffron. Decoration only. */
export function Star({ drawing = "copy", className = "size-10" }: { drawing?: Drawing; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 100 100" aria-hidden="true">
      {drawing === "original" ? (
        <g id="star">
          <path fill="currentColor" d={petals} />
          <path fill="var(--accent)" d="M52.7,47.3L61,27.2L81,19L72.8,39z" />
        </g>
      ) : (
        <use href="#star" />
      )}
    </svg>
  );
}

type LogoProps = {
  drawing?: Drawing;
  starClassName?: string;
  wordClassName?: string;
  className?: string;
};

/** Star and wordmark. Letters take the text's colour, the saffron parts `--accent`. A link around it needs an accessible name. */
export function Logo({
  drawing = "copy",
  className = "inline-flex items-center gap-2.5 text-primary dark:text-on-band",
  starClassName = "size-10 xl:size-11 shrink-0",
  wordClassName = "h-7 xl:h-8 w-auto",
}: LogoProps) {
  return (
    <span className={`logo ${className}`}>
      <Star drawing={drawing} className={starClassName} />
      <svg className={wordClassName} viewBox="0 -77.4 381.8 79.4" aria-hidden="true">
        {drawing === "original" ? (
          <g id="wordmark">
            <path fill="currentColor" d={wordmark} />
            <polygon fill="var(--accent)" points="108.7,-76.4 116.7,-64.9 108.7,-53.4 100.7,-64.9" />
          </g>
        ) : (
          <use href="#wordmark" />
        )}
      </svg>
    </span>
  );
}
