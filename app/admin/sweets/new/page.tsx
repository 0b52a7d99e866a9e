import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { SweetFormPage } from "@/components/admin/sweets/sweet-form-page";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { addSweet, loadSweet } from "../actions";

export const generateMetadata = adminMetadata("sweets:write", "Add New Sweet");

/** The form for a new sweet. In the list of sweets, JavaScript opens it as a dialog instead. */
export default async function NewSweetPage() {
  await requireStaff("/admin/sweets/new", "sweets:write");
  return (
    <div className="max-w-[44rem] pt-4">
      <Breadcrumbs crumbs={[{ text: "Products", href: "/admin?tab=products" }, { text: "Add New Sweet" }]} />
      <h1 className="text-d3 mt-2">Add New Sweet</h1>
      <SweetFormPage sweet={null} action={addSweet} reload={loadSweet} />
    </div>
  );
}
