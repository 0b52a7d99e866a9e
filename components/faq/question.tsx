import { Icon } from "@/components/ui/icon";
import type { FaqEntry } from "./questions";

/** A question that unfolds its answer. Native, so it works without JavaScript and the browser's search finds the text. */
export function FaqQuestion({ question, answer }: FaqEntry) {
  return (
    <details className="group border-b border-border">
      <summary className="flex items-center justify-between gap-4 min-h-14 py-3 font-semibold list-none [&::-webkit-details-marker]:hidden">
        {question}
        <Icon
          name="plus"
          className="size-5 shrink-0 text-accent-text transition-transform duration-(--dur-base) group-open:rotate-45"
        />
      </summary>
      <p className="pb-5 text-muted max-w-prose">{answer}</p>
    </details>
  );
}
