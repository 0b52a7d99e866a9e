import { FilterSelect, Filters } from "@/components/admin/ui/filters";
import { categories } from "@/db/constants/catalogue";
import { adminSorts } from "@/lib/catalogue/constants";
import type { AdminListQuery } from "@/lib/catalogue/schema";

/** `covered`: whether a dialog covers the list. Its Category field must then be the only one with that label. */
export function SweetFilters({ query, covered }: { query: AdminListQuery; covered: boolean }) {
  return (
    <Filters
      path="/admin"
      fixed={{ tab: "products", stock: query.stock || undefined }}
      search={{ label: "Search sweets", hiddenLabel: true, placeholder: "Search sweets...", value: query.search }}
    >
      <FilterSelect
        label={covered ? "" : "Filter by category"}
        hiddenLabel
        name="category"
        value={query.category}
        className="w-full sm:w-60"
      >
        <option value="ALL">All Categories</option>
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </FilterSelect>
      <FilterSelect label="Sort" hiddenLabel name="sort" value={query.sort} className="w-full sm:w-60">
        {Object.entries(adminSorts).map(([sort, text]) => (
          <option key={sort} value={sort}>
            {text}
          </option>
        ))}
      </FilterSelect>
    </Filters>
  );
}
