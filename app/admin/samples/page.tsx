import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { ConfirmForm } from "@/components/admin/confirm-form";
import { singleValues, urlWithQuery } from "@/components/admin/urls";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { EmptyState } from "@/components/ui/empty-state";
import { listSamples } from "@/lib/catalogue/admin-queries";
import { acceptAll, deleteAll } from "./actions";

export const generateMetadata = adminMetadata("sweets:write", "Sample sweets");

const back = { href: "/admin", text: "Back" };

/** Asks for confirmation before all sample sweets are accepted or deleted, and lists them. */
export default async function SamplesPage({ searchParams }: PageProps<"/admin/samples">) {
  const search = singleValues(await searchParams);
  const samples = await listSamples(await requireStaff(urlWithQuery("/admin/samples", search), "sweets:write"));
  const count = `${samples.length} sample ${samples.length === 1 ? "sweet" : "sweets"}`;
  const names = <p className="text-muted mt-2 max-w-prose">{samples.map(({ name }) => name).join(", ")}</p>;
  return (
    <div className="pt-4">
      <Breadcrumbs crumbs={[{ text: "Admin Panel", href: "/admin" }, { text: "Sample sweets" }]} />
      {samples.length === 0 ? (
        <EmptyState level="h1" title="No sweets found" />
      ) : search.choice === "delete" ? (
        <ConfirmForm
          title={`Delete ${count}?`}
          action={deleteAll}
          button="Delete all"
          failed="Failed to delete sweet"
          back={back}
        >
          <p>They leave the shop straight away. Orders that hold them stay whole.</p>
          {names}
        </ConfirmForm>
      ) : (
        <ConfirmForm
          title={`Accept ${count} as your own?`}
          action={acceptAll}
          button="Accept all"
          danger={false}
          failed="Failed to update sweet"
          back={back}
        >
          <p>
            They stay on sale as they are, with their texts, prices and photographs, and count as samples no longer.
          </p>
          {names}
        </ConfirmForm>
      )}
    </div>
  );
}
