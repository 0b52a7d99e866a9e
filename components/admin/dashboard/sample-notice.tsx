import { AdminLink } from "@/components/admin/ui/admin-link";
import { ConfirmButton } from "@/components/admin/ui/confirm-button";
import { tabUrl } from "@/components/admin/urls";
import { Notice } from "@/components/ui/notice";
import { countOf } from "@/lib/count";
import type { MessageAction } from "@/lib/http/action-state";

export type SampleActions = { accept: MessageAction; remove: MessageAction };
/** Accepts or deletes all sample sweets at once. */
export function SampleSweets({ names, actions }: { names: readonly string[]; actions: SampleActions }) {
  const count = countOf(names.length, "sample sweet");
  const listed = <span className="block mt-2">{names.join(", ")}</span>;
  return (
    <>
      <p className="text-sm">{count}: edit and save each one to make it your own, or delete it. For all at once:</p>
      <div className="flex flex-wrap gap-3 mt-2">
        <ConfirmButton
          action={actions.accept}
          failed="Failed to update sweet"
          title={`Accept ${count} as your own?`}
          description={
            <>
              They stay on sale as they are, with their texts, prices and photographs, and count as samples no longer.{" "}
              {listed}
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
          description={<>They leave the shop straight away. Orders that hold them stay whole. {listed}</>}
          confirm="Delete all"
          button={{ size: "sm", children: "Delete all" }}
        />
      </div>
    </>
  );
}

type NoticeProps = { details: readonly string[]; sweets: readonly string[]; actions: SampleActions };

/** Reminds of facts and sweets that are still samples. Says nothing while there are none. */
export function SampleNotice({ details, sweets, actions }: NoticeProps) {
  if (details.length === 0 && sweets.length === 0) return null;
  return (
    <aside aria-label="Samples" className="mb-6">
      <Notice tone="warning" title="Customers still see some sample content.">
        {details.length > 0 && (
          <p className="mt-1 text-sm">
            Samples left: {details.join(", ")}. <AdminLink href={tabUrl("settings")}>Settings</AdminLink>
          </p>
        )}
        {sweets.length > 0 && <SampleSweets names={sweets} actions={actions} />}
      </Notice>
    </aside>
  );
}
