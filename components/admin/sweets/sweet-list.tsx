"use client";

import type { Route } from "next";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { Suspense, useEffect, useState } from "react";
import { May } from "@/components/admin/permissions";
import { ConfirmButton } from "@/components/admin/ui/confirm-button";
import { DataList } from "@/components/admin/ui/data-list";
import { FilterChip } from "@/components/admin/ui/filters";
import { Section } from "@/components/admin/ui/page";
import { tabUrl } from "@/components/admin/urls";
import { Picture } from "@/components/layout/picture";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { laterDialog } from "@/components/ui/later";
import { LinkButton } from "@/components/ui/link-button";
import type { Column } from "@/components/ui/table";
import { toast } from "@/components/ui/toast";
import type { AdminSweet, AdminSweetPage } from "@/lib/catalogue/admin-queries";
import type { AdminListQuery } from "@/lib/catalogue/schema";
import type { ActionState, MessageAction } from "@/lib/http/action-state";
import { formatRupees } from "@/lib/money";
import { type AdjustActions, AdjustSweet, useCanAdjust } from "./adjust-sweet";
import { SweetFilters } from "./filters";
import { freeAndHeld, packsText, restText, StockBadges, stockText } from "./stock-text";

const SweetDialog = laterDialog(
  () => import("./sweet-form"),
  ({ onClose }) => onClose(),
);

type SweetsProps = {
  sweets: AdminSweet[];
  meta: AdminSweetPage["meta"];
  query: AdminListQuery;
  /** What the address says that the dialog edits, as below. */
  opened: { sweet: AdminSweet | null } | null;
  actions: AdjustActions & {
    add: MessageAction;
    edit: MessageAction;
    remove: MessageAction;
    load: (id: number) => Promise<ActionState<AdminSweet>>;
  };
};

// On small screens a row is a card, in which its cells have their places.
const cell = "max-lg:block max-lg:w-auto max-lg:p-0 max-lg:text-left";
const small = { size: "sm", kind: "ghost" } as const;

const deleteLabel = (
  <>
    <Icon name="trash-2" />
    Delete
  </>
);

/** What the dialog edits; without a sweet it adds one. */
type Editing = { sweet: AdminSweet | null; loading: boolean };

/** The Products tab: search, the sweets, and the dialogs that add, edit and delete one. */
export function Sweets({ sweets, meta, query, opened, actions }: SweetsProps) {
  const router = useRouter();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [adjusting, setAdjusting] = useState<number | null>(null);
  const canAdjust = useCanAdjust();
  const [deletions, setDeletions] = useState(0);
  // The button that asked disappears with its row, so the heading gets the focus after the dialog has closed.
  useEffect(() => {
    if (deletions > 0) setTimeout(() => document.getElementById("sweets")?.focus());
  }, [deletions]);
  useEffect(() => {
    if (opened) setEditing({ ...opened, loading: false });
  }, [opened?.sweet?.id, opened === null]);

  const { search, category, stock, sort } = query;
  const filtered = search.trim() !== "" || category !== "ALL" || stock !== "";
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
    const result = await actions.load(sweet.id).catch((error) => ({ ok: false as const, message: String(error) }));
    if (!result.ok) console.warn(`Sweet ${sweet.id} could not be loaded, the list's data is used: ${result.message}`);
    const fresh = result.ok ? result.data : sweet;
    setEditing((current) => (current?.sweet?.id === sweet.id ? { sweet: fresh, loading: false } : current));
  }

  function close() {
    setEditing(null);
    if (opened) router.replace(hrefFor({}), { scroll: false });
  }

  const addButton = (text: string) => (
    <LinkButton
      href={hrefFor({ edit: "new" })}
      onPress={() => setEditing({ sweet: null, loading: false })}
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
      className: `w-16 max-lg:row-span-4 ${cell}`,
      cell: (sweet) => (
        <div className="photo size-16 lg:size-12">
          <Picture image={sweet.picture} alt={sweet.imageAlt ?? ""} sizes="64px" />
        </div>
      ),
    },
    {
      head: "Name",
      isUnlabelled: true,
      className: `min-w-0 max-lg:col-start-2 max-lg:col-span-2 ${cell}`,
      cell: (sweet) => (
        <>
          <Link
            href={`/admin/sweets/${sweet.id}` as Route}
            prefetch={false}
            className="font-semibold leading-snug hover:underline tap min-w-0"
          >
            {sweet.name}
          </Link>
          {packsText(sweet) && <p className="text-sm text-muted num">{packsText(sweet)}</p>}
        </>
      ),
    },
    {
      head: "Category",
      isUnlabelled: true,
      className: `text-muted max-lg:text-sm max-lg:col-start-2 max-lg:col-span-2 ${cell}`,
      cell: ({ category }) => category,
    },
    {
      head: "Price",
      isUnlabelled: true,
      column: "r",
      className: `num max-lg:col-start-2 max-lg:font-bold ${cell}`,
      cell: ({ price }) => formatRupees(price),
    },
    {
      head: "Quantity",
      isUnlabelled: true,
      column: "r",
      className: `num lg:whitespace-nowrap max-lg:col-start-3 ${cell}`,
      cell: (sweet) => (
        <>
          <span className="lg:hidden">· Qty </span>
          {stockText(sweet)}
          {sweet.held > 0 && <span className="block text-sm text-muted">{freeAndHeld(sweet)}</span>}
        </>
      ),
    },
    {
      head: "Stock",
      isUnlabelled: true,
      className: `max-lg:col-start-2 max-lg:col-span-2 max-lg:mt-1.5 ${cell}`,
      cell: (sweet) => <StockBadges quantity={sweet.quantity} rest={restText(sweet)} />,
    },
    {
      head: "Actions",
      isUnlabelled: true,
      column: "r",
      className:
        "whitespace-nowrap max-lg:p-0 max-lg:w-auto max-lg:gap-0 max-lg:items-stretch max-lg:justify-start max-lg:flex max-lg:flex-nowrap max-lg:col-start-4 max-lg:row-start-1 max-lg:row-span-5 max-lg:flex-col max-xs:w-full max-xs:flex-row max-xs:flex-wrap",
      cell: (sweet) => (
        <>
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
          <May to="sweets:write">
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
              action={actions.remove}
              fields={{ id: sweet.id }}
              failed="Failed to delete sweet"
              title="Are you sure you want to delete this sweet?"
              description={
                <span className="wrap-anywhere">
                  {sweet.name} is taken off sale at once. Past orders stay as they are.
                </span>
              }
              confirm={deleteLabel}
              onDone={() => setDeletions(deletions + 1)}
              button={{
                size: "sm",
                kind: "danger-ghost",
                "aria-label": `Delete ${sweet.name}`,
                children: deleteLabel,
              }}
            />
          </May>
        </>
      ),
    },
  ];

  return (
    <>
      <Section
        title="Sweet Management"
        id="sweets"
        className=""
        actions={
          <May to="sweets:write">
            <Link href={"/admin/search-words" as Route} prefetch={false} className="btn btn-ghost max-sm:-ml-3">
              Search Words
            </Link>
            {addButton("Add Sweet")}
          </May>
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
          rows={sweets}
          columns={columns}
          rowClassName="max-lg:grid max-lg:grid-cols-[4rem_auto_minmax(0,1fr)_auto] max-lg:gap-x-3 max-lg:p-3 max-xs:flex max-xs:flex-wrap"
          below={(sweet) => canAdjust && adjusting === sweet.id && <AdjustSweet sweet={sweet} actions={actions} />}
          empty={
            filtered ? (
              <EmptyState title="No sweets found">Try adjusting your search or filter criteria</EmptyState>
            ) : (
              <EmptyState
                title="No sweets found"
                action={<May to="sweets:write">{addButton("Add Your First Sweet")}</May>}
              >
                Start by adding your first sweet to the inventory
              </EmptyState>
            )
          }
          meta={meta}
          summary={`Showing ${meta.total} of ${meta.all} sweets`}
          hrefFor={(page) => hrefFor({ page })}
        />
      </Section>
      <Suspense>
        {editing && (
          <SweetDialog
            {...editing}
            action={editing.sweet ? actions.edit : actions.add}
            onClose={close}
            onSaved={(message) => {
              close();
              toast.success(message);
            }}
            reload={actions.load}
          />
        )}
      </Suspense>
    </>
  );
}
