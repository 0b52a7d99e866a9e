import { Icon } from "@/components/ui/icon";

/** Reminds of facts and sweets that came with the demonstration, until the owner has put true ones in their place. */
export function SampleNotice({ facts, sweets }: { facts: readonly string[]; sweets: number }) {
  if (facts.length === 0 && sweets === 0) return null;
  return (
    <aside className="flex gap-3 border border-border-strong bg-warning-soft p-4 mb-6 katli-cut" aria-label="Samples">
      <Icon name="triangle-alert" className="size-5 text-warning shrink-0 mt-0.5" />
      <div>
        <p className="font-semibold">Some of what customers see is still a sample.</p>
        <ul className="mt-1 text-sm">
          {facts.length > 0 && <li>Facts of the shop: {facts.join(", ")}.</li>}
          {sweets > 0 && (
            <li>
              {sweets} {sweets === 1 ? "sweet" : "sweets"} of the sample catalogue: save each once to make it your own,
              or delete it.
            </li>
          )}
        </ul>
      </div>
    </aside>
  );
}
