/** The first lines of a list, and how many more there are. */
export function ShortList({ lines, limit, className }: { lines: readonly string[]; limit: number; className: string }) {
  return (
    <ul className={`num ${className}`}>
      {lines.slice(0, limit).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {lines.length > limit && <li>and {lines.length - limit} more</li>}
    </ul>
  );
}
