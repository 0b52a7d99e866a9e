import { ConfirmButton } from "@/components/admin/ui/confirm-button";
import { Notice } from "@/components/ui/notice";
import type { MessageAction } from "@/lib/http/action-state";

type SampleNoticeProps = {
  details: readonly string[];
  /** The sweets that are samples, by name; null while that is not known. */
  sweets: readonly string[] | null;
  actions: { accept: MessageAction; remove: MessageAction };
};

/** Reminds the owner of shop details and sweets that are still samples. Says nothing while it would be only a part. */
export function SampleNotice({ details, sweets, actions }: SampleNoticeProps) {
  if (sweets === null || (details.length === 0 && sweets.length === 0)) return null;
  const count = `${sweets.length} sample ${sweets.length === 1 ? "sweet" : "sweets"}`;
  const names = <span className="block mt-2">{sweets.join(", ")}</span>;
  return (
    <aside aria-label="Samples" className="mb-6">
      <Notice tone="warning" title="Customers still see some sample content.">
        <ul className="mt-1 text-sm">
          {details.length > 0 && <li>Shop details: {details.join(", ")}.</li>}
          {sweets.length > 0 && (
            <li>{count}: edit and save each one to make it your own, or delete it. For all of them at once:</li>
          )}
        </ul>
        {sweets.length > 0 && (
          <div className="flex flex-wrap gap-3 mt-2">
            <ConfirmButton
              action={actions.accept}
              failed="Failed to update sweet"
              title={`Accept ${count} as your own?`}
              description={
                <>
                  They stay on sale as they are, with their texts, prices and photographs, and count as samples no
                  longer. {names}
                </>
              }
              confirm="Accept all"
              confirmKind="primary"
              button={{ size: "sm", children: "Accept all" }}
            />
            <ConfirmButton
              action={actions.remove}
              failed="Failed to delete sweet"
              title={`Delete ${count}?`}
              description={<>They leave the shop straight away. Orders that hold them stay whole. {names}</>}
              confirm="Delete all"
              button={{ size: "sm", children: "Delete all" }}
            />
          </div>
        )}
      </Notice>
    </aside>
  );
}
