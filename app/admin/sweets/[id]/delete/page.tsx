import { findSweetOrNotFound } from "@/app/admin/find-or-not-found";
import { adminMetadataFor, requireStaff } from "@/app/admin/guard";
import { removeSweet } from "@/app/admin/sweets/actions";
import { ConfirmForm } from "@/components/admin/confirm-form";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";

export const generateMetadata = adminMetadataFor(["sweets:write"], async (admin, { id }: { id: string }) => {
  await findSweetOrNotFound(admin, id);
  return "Delete sweet";
});

/** Asks for confirmation before a sweet is deleted. In the list of sweets, JavaScript asks in a dialog instead. */
export default async function DeleteSweetPage({ params }: PageProps<"/admin/sweets/[id]/delete">) {
  const { id } = await params;
  const sweet = await findSweetOrNotFound(await requireStaff(`/admin/sweets/${id}/delete`, "sweets:write"), id);
  return (
    <div className="max-w-[44rem] pt-4">
      <Breadcrumbs crumbs={[{ text: "Products", href: "/admin?tab=products" }, { text: sweet.name }]} />
      <ConfirmForm
        title="Are you sure you want to delete this sweet?"
        action={removeSweet}
        fields={{ id: sweet.id, from: "page" }}
        button="Delete"
        failed="Failed to delete sweet"
        back={{ href: "/admin?tab=products", text: "Cancel" }}
      >
        {sweet.name} is taken off sale at once. Past orders stay as they are.
      </ConfirmForm>
    </div>
  );
}
