import { packNamed } from "@/lib/catalogue/packs";

export function PackName({ name, label }: { name: string; label: string }) {
  const pack = packNamed(label);
  if (pack === null) return name;
  return (
    <>
      {name} <span className="inline-block font-sans font-normal text-base leading-6 text-muted num">{pack}</span>
    </>
  );
}
