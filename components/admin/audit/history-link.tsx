import { May } from "@/components/admin/permissions";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { urlWithQuery } from "@/components/admin/urls";
import type { Noun } from "@/db/constants/auth";

type HistoryLinkProps = { noun: Noun; nounId: number | string; text?: string; label?: string };

/** Leads to what the audit log says of one thing, for those who may read it. */
export function HistoryLink({ noun, nounId, text = "Who changed it", label }: HistoryLinkProps) {
  return (
    <May to="audit:read">
      <AdminLink href={urlWithQuery("/admin/audit", { noun, nounId })} aria-label={label}>
        {text}
      </AdminLink>
    </May>
  );
}
