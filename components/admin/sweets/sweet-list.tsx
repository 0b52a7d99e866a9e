"use client";

import type { Route } from "next";
import Link from "next/link";
import { Suspense, useEffect, useRef, useState } from "react";
import { May } from "@/components/admin/permissions";
import { tabUrl } from "@/components/admin/urls";
import { FormOutcome } from "@/components/forms/form-outcome";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { laterDialog } from "@/components/ui/later";
import { LinkButton } from "@/components/ui/link-button";
import { Pagination } from "@/components/ui/pagination";
import { toast } from "@/components/ui/toast";
import type { AdminSweet, AdminSweetPage } from "@/lib/catalogue/admin-queries";
import type { AdminListQuery } from "@/lib/catalogue/schema";
import type { ActionState, MessageAction } from "@/lib/http/action-state";
import type { AdjustActions } from "./adjust-sweet";
import { SweetFilters } from "./filters";
import type { SweetFormProps } from "./sweet-form";
import { SweetRows } from "./sweet-rows";

const SweetDialog = laterDialog(
  () => import("./sweet-dialog"),
  ({ onClose }) => onClose(),
);
const DeleteSweet = laterDialog(
  () => import("./delete-sweet"),
  ({ onClose }) => onClose(),
);

type SweetsProps = {
  sweets: AdminSweet[];
  meta: AdminSweetPage["meta"];
  query: AdminListQuery;
  /** The id of the sweet whose row is open, from the URL. */
  adjusting: number | null;
  actions: AdjustActions & {
    add: SweetFormProps["action"];
    edit: SweetFormProps["action"];
    remove: MessageAction;
    load: (id: number) => Promise<ActionState<AdminSweet>>;
  };
  /** The message of the page that redirected here. */
  done: string | null;
};

/** What the dialog edits; without a sweet it adds one. */
type Editing = { sweet: AdminSweet | null; loading: boolean };

/** The Products tab: search, the sweets, and the dialogs that add, edit and delete one. */
export function Sweets({ sweets, meta, query, adjusting, actions, done }: SweetsProps) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [deletions, setDeletions] = useState(0);
  const [deleting, setDeleting] = useState<AdminSweet | null>(null);
  // The button that opened the dialog disappears with its row, so the heading gets the focus after the dialog has closed.
  useEffect(() => {
    if (deletions > 0) setTimeout(() => heading.current?.focus());
  }, [deletions]);

  const filtered = query.search.trim() !== "" || query.category !== "ALL" || query.stock !== "";
  const { search, category, stock, sort } = query;
  const hrefFor = (values: { page?: number; adjust?: number; stock?: undefined }) =>
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

  function deleted() {
    setDeleting(null);
    setDeletions(deletions + 1);
  }

  function saved(message: string) {
    setEditing(null);
    toast.success(message);
  }

  const addButton = (text: string) => (
    <LinkButton
      href="/admin/sweets/new"
      onPress={() => setEditing({ sweet: null, loading: false })}
      className={buttonClass({}, "max-sm:px-3")}
      aria-haspopup="dialog"
    >
      <Icon name="plus" />
      {text}
    </LinkButton>
  );

  return (
    <>
      <div className="flex flex-wrap items-center gap-3 justify-between">
        <h2 className="text-d4 outline-none" ref={heading} tabIndex={-1}>
          Sweet Management
        </h2>
        <May to="sweets:write">
          <div className="flex flex-wrap items-center gap-3">
            <Link href={"/admin/search-words" as Route} prefetch={false} className="btn btn-ghost max-sm:-ml-3">
              Search Words
            </Link>
            {addButton("Add Sweet")}
          </div>
        </May>
      </div>
      <FormOutcome done={done} />
      <SweetFilters query={query} covered={editing !== null} />
      {stock && (
        <Link
          className="chip mt-3 inline-flex items-center gap-1.5"
          aria-current="true"
          href={hrefFor({ stock: undefined, page: undefined }) as Route}
          prefetch={false}
          scroll={false}
        >
          {stock === "low" ? "Low stock only" : "Sold out only"}
          <Icon name="x" className="size-4" label="Show all" />
        </Link>
      )}
      {sweets.length > 0 ? (
        <SweetRows
          sweets={sweets}
          adjusting={adjusting}
          hrefFor={(id) => hrefFor({ adjust: id })}
          actions={actions}
          onEdit={edit}
          onDelete={setDeleting}
        />
      ) : filtered ? (
        <EmptyState title="No sweets found">Try adjusting your search or filter criteria</EmptyState>
      ) : (
        <EmptyState title="No sweets found" action={<May to="sweets:write">{addButton("Add Your First Sweet")}</May>}>
          Start by adding your first sweet to the inventory
        </EmptyState>
      )}
      <p className="text-muted mt-3 num" role="status">
        Showing {meta.total} of {meta.all} sweets
      </p>
      <Pagination
        page={meta.page}
        totalPages={meta.totalPages}
        hrefFor={(page) => hrefFor({ page, adjust: undefined })}
        className="py-6"
      />
      <Suspense>
        {editing && (
          <SweetDialog
            {...editing}
            action={editing.sweet ? actions.edit : actions.add}
            onClose={() => setEditing(null)}
            onSaved={saved}
            reload={actions.load}
          />
        )}
        {deleting && (
          <DeleteSweet sweet={deleting} action={actions.remove} onClose={() => setDeleting(null)} onDeleted={deleted} />
        )}
      </Suspense>
    </>
  );
}
