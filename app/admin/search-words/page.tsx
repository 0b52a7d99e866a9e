import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { SearchWords } from "@/components/admin/sweets/search-words";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { listSearchWords } from "@/lib/catalogue/admin-queries";
import { addWord, removeWord } from "./actions";

export const generateMetadata = adminMetadata("sweets:write", "Search Words");

/** The synonyms of the search: names that customers use for the sweets. */
export default async function SearchWordsPage() {
  const admin = await requireStaff("/admin/search-words", "sweets:write");
  return (
    <div className="pt-4">
      <Breadcrumbs crumbs={[{ text: "Products", href: "/admin?tab=products" }, { text: "Search Words" }]} />
      <h1 className="text-d3 mt-2">Search Words</h1>
      <p className="text-muted mt-1 max-w-prose">
        Customers have other names for some sweets. Whoever searches for a word of this list also finds the sweets with
        the words beside it, below those that have the word itself. Spelling mistakes are corrected without it.
      </p>
      <SearchWords words={await listSearchWords(admin)} add={addWord} remove={removeWord} />
    </div>
  );
}
