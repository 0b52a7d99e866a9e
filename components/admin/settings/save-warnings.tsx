import { Icon } from "@/components/ui/icon";

/** Orders that a change of the windows concerns. It was saved all the same. */
export function SaveWarnings({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null;
  return (
    <div role="alert" className="flex gap-3 border border-border-strong bg-warning-soft p-4 katli-cut">
      <Icon name="triangle-alert" className="size-5 text-warning shrink-0 mt-0.5" />
      <div>
        <p className="font-semibold">Saved. These orders no longer fit:</p>
        <ul className="mt-1">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
        <p className="mt-1 text-sm">They keep their windows. Move them under Orders, and call the customers.</p>
      </div>
    </div>
  );
}
