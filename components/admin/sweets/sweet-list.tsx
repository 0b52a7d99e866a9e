"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Permitted, useMay } from "@/components/admin/permissions";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { ConfirmButton } from "@/components/admin/ui/confirm-button";
import { DataList } from "@/components/admin/ui/data-list";
import { FilterChip, FilterSelect, Filters } from "@/components/admin/ui/filters";
import { Section } from "@/components/admin/ui/page";
import { tabUrl } from "@/components/admin/urls";
import { Picture } from "@/components/layout/picture";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { laterDialog } from "@/components/ui/later";
import { LinkButton } from "@/components/ui/link-button";
import type { Column } from "@/components/ui/table";
import { categories } from "@/db/constants/catalogue";
import type { AdminSweet, AdminSweetPage } from "@/lib/catalogue/admin-queries";
import { adminSorts } from "@/lib/catalogue/constants";
import type { AdminListQuery } from "@/lib/catalogue/schema";
import type { ActionState, MessageAction } from "@/lib/http/action-state";
import { formatRupees } from "@/lib/money";
import { type AdjustActions, AdjustSweet } from "./adjust-sweet";
import { heldText, packsText, StockBadges, stockText, stockWeight } from "./stock";

const SweetDialog = laterDialog(() => import("./sweet-form"));

/** `covered`: whether a dialog covers the list. Its Category field must then be the only one with that label. */
export function SweetFilters({ query, covered }: { query: AdminListQuery; covered: boolean }) {
  const shared = { hiddenLabel: true, className: "w-full sm:w-60" };
  return (
    <Filters
      path="/admin"
      fixed={{ tab: "products", stock: query.stock || undefined }}
      search={{ label: "Search sweets", hiddenLabel: true, placeholder: "Search sweets...", value: query.search }}
    >
      <FilterSelect
        label={covered ? "" : "Filter by category"}
        name="category"
        value={query.category}
        options={[["ALL", "All Categories"], ...categories.map((category) => [category, category] as const)]}
        {...shared}
      />
      <FilterSelect label="Sort" name="sort" value={query.sort} options={Object.entries(adminSorts)} {...shared} />
    </Filters>
  );
}

/** What the dialog edits; without a sweet it adds one. */
type Editing = { sweet: AdminSweet | null; loading?: boolean };

type SweetsProps = AdminSweetPage & {
  query: AdminListQuery;
  /** What the address says that the dialog edits. */
  opened: Editing | null;
  actions: AdjustActions &
    Record<"addSweet" | "editSweet" | "removeSweet", MessageAction> & {
      loadSweet: (id: number) => Promise<ActionState<AdminSweet>>;
    };
};

// On small screens a row is a card, in which its cells have their places.
const card =
  "max-lg:grid max-lg:grid-cols-[4rem_auto_minmax(0,1fr)_auto] max-lg:gap-x-3 max-lg:p-3 max-xs:flex max-xs:flex-wrap max-lg:*:block max-lg:*:w-auto max-lg:*:p-0 max-lg:*:text-left max-lg:*:before:hidden";
const small = { size: "sm", kind: "ghost" } as const;

const deleteLabel = (
  <>
    <Icon name="trash-2" />
    Delete
  </>
);

export function Sweets({ items, meta, query, opened, actions }: SweetsProps) {
  const router = useRouter();
  const may = useMay();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [adjusting, setAdjusting] = useState<number | null>(null);
  const canAdjust = may("sweets:write") || may("stock:write") || may("orders:write");
  // Back leads to an address without the dialog.
  useEffect(() => setEditing(opened), [opened?.sweet?.id, opened === null]);

  const { search, category, stock, sort } = query;
  const isFiltered = search.trim() !== "" || category !== "ALL" || stock !== "";
  const hrefFor = (values: { page?: number; edit?: number | "new"; stock?: undefined }) =>
    tabUrl("products", {
      search,
      category: category === "ALL" ? undefined : category,
      stock,
      sort: sort === "createdAt:desc" ? undefined : sort,
      page: query.page,
      ...values,
    });

  async function edit(sweet: AdminSweet) {
    setEditing({ sweet, loading: true });
    const result = await actions.loadSweet(sweet.id).catch((error) => ({ ok: false as const, message: String(error) }));
    if (!result.ok) console.warn(`Sweet ${sweet.id} could not be loaded, the list's data is used: ${result.message}`);
    const fresh = result.ok ? result.data : sweet;
    setEditing((current) => (current?.sweet?.id === sweet.id ? { sweet: fresh } : current));
  }

  function close() {
    setEditing(null);
    if (opened) router.replace(hrefFor({}), { scroll: false });
  }

  const addButton = (text: string) => (
    <LinkButton
      href={hrefFor({ edit: "new" })}
      onPress={() => setEditing({ sweet: null })}
      className={buttonClass({}, "max-sm:px-3")}
      aria-haspopup="dialog"
    >
      <Icon name="plus" />
      {text}
    </LinkButton>
  );

  const columns: Column<AdminSweet>[] = [
    {
      head: "Image",
      hidden: true,
      className: "w-16 max-lg:row-span-5",
      cell: (sweet) => (
        <div className="photo size-16 lg:size-12">
          <Picture image={sweet.picture} alt={sweet.imageAlt ?? ""} sizes="64px" />
        </div>
      ),
    },
    {
      head: "Name",
      className: "min-w-0 max-lg:col-start-2 max-lg:col-span-2",
      cell: (sweet) => (
        <>
          <AdminLink
            href={`/admin/sweets/${sweet.id}`}
            className="min-w-0 leading-snug text-inherit no-underline hover:underline"
          >
            {sweet.name}
          </AdminLink>
          {packsText(sweet) && <p className="text-sm text-muted num">{packsText(sweet)}</p>}
        </>
      ),
    },
    {
      head: "Category",
      className: "text-muted max-lg:text-sm max-lg:col-start-2 max-lg:col-span-2",
      cell: ({ category }) => category,
    },
    {
      head: "Price",
      column: "r",
      className: "num max-lg:col-start-2 max-lg:font-bold",
      cell: ({ price }) => formatRupees(price),
    },
    {
      head: "Quantity",
      column: "r",
      className: "num lg:whitespace-nowrap max-lg:col-start-2 max-lg:col-span-2",
      cell: (sweet) => (
        <>
          <span className="lg:hidden">Qty </span>
          {stockText(sweet)}
          {stockWeight(sweet) && <span className="block text-sm text-muted">{stockWeight(sweet)}</span>}
          {sweet.held > 0 && <span className="block text-sm text-muted">{heldText(sweet)}</span>}
        </>
      ),
    },
    {
      head: "Stock",
      className: "max-lg:col-start-2 max-lg:col-span-2 max-lg:mt-1.5",
      cell: (sweet) => <StockBadges stock={sweet} />,
    },
    {
      head: "Actions",
      column: "r",
      className: "whitespace-nowrap max-lg:col-start-4 max-lg:row-start-1 max-lg:row-span-6 max-xs:basis-full",
      cell: (sweet) => (
        <div className="max-lg:flex flex-col max-xs:flex-row flex-wrap">
          {canAdjust && (
            <Button
              {...small}
              onClick={() => setAdjusting(sweet.id === adjusting ? null : sweet.id)}
              aria-expanded={adjusting === sweet.id}
              aria-label={`Adjust ${sweet.name}`}
            >
              <Icon name="boxes" />
              Adjust
            </Button>
          )}
          <Permitted to="sweets:write">
            <LinkButton
              href={hrefFor({ edit: sweet.id })}
              onPress={() => edit(sweet)}
              aria-haspopup="dialog"
              aria-label={`Edit ${sweet.name}`}
              className={buttonClass(small)}
            >
              <Icon name="pencil" />
              Edit
            </LinkButton>
            <ConfirmButton
              action={actions.removeSweet}
              fields={{ id: sweet.id }}
              failed="Failed to delete sweet"
              title="Are you sure you want to delete this sweet?"
              description={`${sweet.name} is taken off sale at once. Past orders stay as they are.`}
              confirm={deleteLabel}
              button={{
                ...{ size: "sm", kind: "danger-ghost", children: deleteLabel },
                "aria-label": `Delete ${sweet.name}`,
              }}
            />
          </Permitted>
        </div>
      ),
    },
  ];

  return (
    <>
      <Section
        title="Sweet Management"
        className=""
        actions={
          <>
            <AdminLink href="/admin/prices" kind="ghost">
              Prices
            </AdminLink>
            <Permitted to="sweets:write">
              <AdminLink href="/admin/search-words" kind="ghost">
                Search Words
              </AdminLink>
              {addButton("Add Sweet")}
            </Permitted>
          </>
        }
      >
        <SweetFilters query={query} covered={editing !== null} />
        {stock && (
          <FilterChip href={hrefFor({ stock: undefined, page: undefined })}>
            {stock === "low" ? "Low stock only" : "Sold out only"}
          </FilterChip>
        )}
        <DataList
          label="Sweets"
          rows={items}
          columns={columns}
          rowClassName={card}
          below={(sweet) =>
            canAdjust &&
            adjusting === sweet.id && (
              <AdjustSweet sweet={sweet} actions={actions}>
                <AdminLink href={`/admin/sweets/${sweet.id}`} className="min-h-11 lg:mt-6">
                  Stock history
                </AdminLink>
              </AdjustSweet>
            )
          }
          empty={
            <EmptyState
              title="No sweets found"
              action={!isFiltered && <Permitted to="sweets:write">{addButton("Add Your First Sweet")}</Permitted>}
            >
              {isFiltered
                ? "Try adjusting your search or filter criteria"
                : "Start by adding your first sweet to the inventory"}
            </EmptyState>
          }
          meta={meta}
          summary={`Showing ${meta.total} of ${meta.all} sweets`}
          hrefFor={(page) => hrefFor({ page })}
        />
      </Section>
      {editing && (
        <SweetDialog
          {...editing}
          action={editing.sweet ? actions.editSweet : actions.addSweet}
          onClose={close}
          reload={actions.loadSweet}
        />
      )}
    </>
  );
}
