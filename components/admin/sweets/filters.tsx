"use client";

import { useFilterForm } from "@/components/admin/use-filter-form";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { categories } from "@/db/constants/catalogue";
import { adminSorts } from "@/lib/catalogue/constants";
import type { AdminListQuery } from "@/lib/catalogue/schema";

type SweetFiltersProps = {
  query: AdminListQuery;
  /** Whether a dialog covers the list. Its Category field must then be the only one with that label. */
  covered: boolean;
};

/** Search, category and order of the sweets. It works without JavaScript. */
export function SweetFilters({ query, covered }: SweetFiltersProps) {
  const { pending, onSubmit, searchField, onSelect } = useFilterForm("/admin", query.search);
  return (
    <form
      method="get"
      action="/admin"
      role="search"
      aria-busy={pending}
      className="grid sm:grid-cols-[1fr_15rem] lg:grid-cols-[1fr_15rem_15rem] gap-3 mt-4"
      onSubmit={onSubmit}
    >
      <input type="hidden" name="tab" value="products" />
      {query.stock && <input type="hidden" name="stock" value={query.stock} />}
      <div className="input-icon max-lg:sm:col-span-2">
        <Icon name="search" />
        <input className="input" placeholder="Search sweets..." aria-label="Search sweets" {...searchField} />
      </div>
      <select
        className="input"
        name="category"
        aria-label={covered ? undefined : "Filter by category"}
        defaultValue={query.category}
        key={query.category}
        onChange={onSelect}
      >
        <option value="ALL">All Categories</option>
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </select>
      <select
        className="input"
        name="sort"
        aria-label="Sort"
        defaultValue={query.sort}
        key={query.sort}
        onChange={onSelect}
      >
        {Object.entries(adminSorts).map(([sort, text]) => (
          <option key={sort} value={sort}>
            {text}
          </option>
        ))}
      </select>
      <Button kind="outline" type="submit" data-for="neutral">
        Search
      </Button>
    </form>
  );
}
