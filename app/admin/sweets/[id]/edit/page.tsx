import { adminMetadataFor, requireAdmin } from "@/app/admin/guard";
import { editSweet, loadSweet } from "@/app/admin/sweets/actions";
import { findSweetOrNotFound } from "@/app/admin/sweets/find-sweet";
import { SweetPage } from "@/components/admin/sweet-form-page";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";

export const generateMetadata = adminMetadataFor(async (admin, { id }: { id: string }) => {
  await findSweetOrNotFound(admin, id);
  return "Edit Sweet";
});

/** The form of one sweet on a page of its own; with JavaScript the list opens it as a dialog. */
export default async function EditSweetPage({ params }: PageProps<"/admin/sweets/[id]/edit">) {
  const { id } = await params;
  const sweet = await findSweetOrNotFound(await requireAdmin(`/admin/sweets/${id}/edit`), id);
  return (
    <div className="max-w-[44rem] pt-4">
      <Breadcrumbs
        crumbs={[
          { text: "Products", href: "/admin?tab=products" },
          { text: sweet.name, href: `/admin/sweets/${sweet.id}` },
          { text: "Edit Sweet" },
        ]}
      />
      <h1 className="text-d3 mt-2">Edit Sweet</h1>
      <SweetPage sweet={sweet} action={editSweet} reload={loadSweet} />
    </div>
  );
}
