import { findSweetOrNotFound } from "@/app/admin/find-or-not-found";
import { adminMetadataFor, requireStaff } from "@/app/admin/guard";
import { editSweet, loadSweet } from "@/app/admin/sweets/actions";
import { SweetFormPage } from "@/components/admin/sweets/sweet-form-page";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";

export const generateMetadata = adminMetadataFor(["sweets:write"], async (admin, { id }: { id: string }) => {
  await findSweetOrNotFound(admin, id);
  return "Edit Sweet";
});

/** The form of a sweet. In the list of sweets, JavaScript opens it as a dialog instead. */
export default async function EditSweetPage({ params }: PageProps<"/admin/sweets/[id]/edit">) {
  const { id } = await params;
  const sweet = await findSweetOrNotFound(await requireStaff(`/admin/sweets/${id}/edit`, "sweets:write"), id);
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
      <SweetFormPage sweet={sweet} action={editSweet} reload={loadSweet} />
    </div>
  );
}
