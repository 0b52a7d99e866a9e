import { packNamed } from "@/lib/catalogue/packs";

/** A sweet and, smaller beside it, which of its packs. A plain piece is the name alone. */
export function PackName({ name, label }: { name: string; label: string }) {
  const pack = packNamed(label);
  if (pack === null) return name;
  return (
    <>
      {name} <span className="inline-block font-sans font-normal text-base leading-6 text-muted num">{pack}</span>
    </>
  );
}
