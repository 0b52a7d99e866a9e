import type { Route } from "next";
import Link from "next/link";
import { Icon } from "@/components/ui/icon";

/** Reminds the owner of shop details and sweets that are still samples. */
export function SampleNotice({ details, sweets }: { details: readonly string[]; sweets: number }) {
  if (details.length === 0 && sweets === 0) return null;
  return (
    <aside className="flex gap-3 border border-border-strong bg-warning-soft p-4 mb-6 katli-cut" aria-label="Samples">
      <Icon name="triangle-alert" className="size-5 text-warning shrink-0 mt-0.5" />
      <div>
        <p className="font-semibold">Customers still see some sample content.</p>
        <ul className="mt-1 text-sm">
          {details.length > 0 && <li>Shop details: {details.join(", ")}.</li>}
          {sweets > 0 && (
            <li>
              {sweets} sample {sweets === 1 ? "sweet" : "sweets"}: edit and save each one to make it your own, or delete
              it. For all of them at once:
            </li>
          )}
        </ul>
        {sweets > 0 && (
          <p className="flex flex-wrap gap-x-6">
            <Link className="link tap" href={"/admin/samples?choice=accept" as Route} prefetch={false}>
              Accept all
            </Link>
            <Link className="link tap" href={"/admin/samples?choice=delete" as Route} prefetch={false}>
              Delete all
            </Link>
          </p>
        )}
      </div>
    </aside>
  );
}
