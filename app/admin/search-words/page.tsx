import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { SearchWords } from "@/components/admin/sweets/search-words";
import { AdminPage } from "@/components/admin/ui/page";
import { listSearchWords } from "@/lib/catalogue/admin-queries";
import { addWord, removeWord } from "./actions";

export const generateMetadata = adminMetadata("sweets:write", "Search Words");

export default async function SearchWordsPage() {
  const admin = await requireStaff("/admin/search-words", "sweets:write");
  return (
    <AdminPage
      title="Search Words"
      parents={[{ text: "Products", href: "/admin?tab=products" }]}
      intro="Customers have other names for some sweets. Whoever searches for a word of this list also finds the sweets with the words beside it, below those that have the word itself. Spelling mistakes are corrected without it."
    >
      <SearchWords words={await listSearchWords(admin)} add={addWord} remove={removeWord} />
    </AdminPage>
  );
}
