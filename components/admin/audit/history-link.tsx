import { Permitted } from "@/components/admin/permissions";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { urlWithQuery } from "@/components/admin/urls";
import type { Noun } from "@/db/constants/auth";

/** Leads to what the audit log says of one thing, for those who may read it. In a list it says `of` what. */
export const HistoryLink = ({ noun, nounId, of }: { noun: Noun; nounId: number | string; of?: string }) => (
  <Permitted to="audit:read">
    <AdminLink href={urlWithQuery("/admin/audit", { noun, nounId })} aria-label={of && `History of ${of}`}>
      {of ? "History" : "Who changed it"}
    </AdminLink>
  </Permitted>
);
