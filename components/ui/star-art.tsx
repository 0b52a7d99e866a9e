/*
 * The star of eight katli as art for empty and missing things. Pieces are listed clockwise from the top.
 */
const pieces = [
  "50,46.7 43.1,30 50,13.3 56.9,30",
  "52.3,47.7 59.3,31 75.9,24.1 69,40.7",
  "53.3,50 70,43.1 86.7,50 70,56.9",
  "52.3,52.3 69,59.3 75.9,75.9 59.3,69",
  "50,53.3 56.9,70 50,86.7 43.1,70",
  "47.7,52.3 40.7,69 24.1,75.9 31,59.3",
  "46.7,50 30,56.9 13.3,50 30,43.1",
  "47.7,47.7 31,40.7 24.1,24.1 40.7,31",
];

const vark = [
  "50,39.7 46,30 50,20.3 54,30",
  "60.3,50 70,46 79.7,50 70,54",
  "57.3,57.3 67,61.3 71,71 61.3,67",
  "50,60.3 54,70 50,79.7 46,70",
  "42.7,57.3 38.7,67 29,71 33,61.3",
  "39.7,50 30,54 20.3,50 30,46",
  "42.7,42.7 33,38.7 29,29 38.7,33",
];

function Outline({ points }: { points: string }) {
  return (
    <polygon
      points={points}
      fill="none"
      stroke="var(--brass)"
      strokeWidth="1.1"
      strokeLinejoin="round"
      strokeDasharray="2.2 1.8"
    />
  );
}

function Plate() {
  return (
    <g fill="none" stroke="var(--brass)">
      <circle cx="50" cy="50" r="48.6" strokeWidth=".7" />
      <circle cx="50" cy="50" r="46.4" strokeWidth=".35" />
    </g>
  );
}

/** A plate with eight dashed katli: nothing here yet. */
export function EmptyStar({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 100 100" aria-hidden="true">
      <Plate />
      {pieces.map((points) => (
        <Outline key={points} points={points} />
      ))}
    </svg>
  );
}

/** A plate with seven katli and crumbs where the saffron one was: page not found. */
export function MissingStar({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 100 100" aria-hidden="true">
      <Plate />
      {pieces.map((points, index) =>
        index === 1 ? (
          <Outline key={points} points={points} />
        ) : (
          <polygon key={points} points={points} fill="var(--art-katli)" />
        ),
      )}
      {vark.map((points) => (
        <polygon key={points} points={points} fill="none" stroke="var(--art-vark)" strokeWidth=".5" />
      ))}
      <g fill="var(--art-katli)">
        <circle cx="66" cy="33" r=".9" />
        <circle cx="70.5" cy="28.4" r=".6" />
        <circle cx="73" cy="33" r=".7" />
        <circle cx="63" cy="28" r=".5" />
      </g>
    </svg>
  );
}
