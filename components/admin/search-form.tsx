"use client";

import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useFilterForm } from "./use-filter-form";

type SearchFormProps = { path: string; label: string; placeholder: string; search: string };

/** The search field of a list. It works without JavaScript. */
export function SearchForm({ path, label, placeholder, search }: SearchFormProps) {
  const { pending, onSubmit, searchField } = useFilterForm(path, search);
  return (
    <form method="get" action={path} role="search" className="flex gap-3 mt-4" aria-busy={pending} onSubmit={onSubmit}>
      <div className="input-icon flex-1">
        <Icon name="search" />
        <input className="input" aria-label={label} placeholder={placeholder} {...searchField} />
      </div>
      <Button kind="outline" type="submit" data-for="neutral">
        Search
      </Button>
    </form>
  );
}
