import Link from "next/link";
import { Warning } from "@/components/ui/warning";

type SampleNoticeProps = {
  details: readonly string[];
  /** How many sweets are samples; null while it is not known. */
  sweets: number | null;
};

/** Reminds the owner of shop details and sweets that are still samples. Says nothing while it would be only a part. */
export function SampleNotice({ details, sweets }: SampleNoticeProps) {
  if (sweets === null || (details.length === 0 && sweets === 0)) return null;
  return (
    <Warning as="aside" aria-label="Samples" className="mb-6" title="Customers still see some sample content.">
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
          <Link className="link tap" href="/admin/samples?choice=accept" prefetch={false}>
            Accept all
          </Link>
          <Link className="link tap" href="/admin/samples?choice=delete" prefetch={false}>
            Delete all
          </Link>
        </p>
      )}
    </Warning>
  );
}
