"use client";

import type { Route } from "next";
import Link from "next/link";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { ActionStatus } from "@/components/forms/action-status";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { Pagination } from "@/components/ui/pagination";
import { toast } from "@/components/ui/toast";
import type { AdminSweet, AdminSweetPage } from "@/lib/catalogue/admin.server";
import type { AdminListQuery } from "@/lib/catalogue/schema";
import type { ActionState, MessageAction } from "@/lib/http/action-state";
import { tabAddress } from "./address";
import { Opener } from "./opener";
import { SweetFilters } from "./sweet-filters";
import type { SweetFormProps } from "./sweet-form";
import { type SweetRowActions, SweetRows } from "./sweet-rows";

const SweetDialog = lazy(() => import("./sweet-dialog"));
const DeleteSweet = lazy(() => import("./delete-sweet"));

type SweetsProps = {
  sweets: AdminSweet[];
  meta: AdminSweetPage["meta"];
  query: AdminListQuery;
  /** The sweet whose row is open for price and stock, from the address. */
  adjusting: number | null;
  actions: SweetRowActions & {
    add: SweetFormProps["action"];
    edit: SweetFormProps["action"];
    remove: MessageAction;
    load: (id: number) => Promise<ActionState<AdminSweet>>;
  };
  /** What was done on the page that led here. */
  done: { message: string } | null;
};

type Editing = { mode: "add" } | { mode: "edit"; sweet: AdminSweet; loaded: boolean };

/** The Products tab: search, the sweets, and the dialogs that add, edit and delete one. */
export function Sweets({ sweets, meta, query, adjusting, actions, done }: SweetsProps) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [deletions, setDeletions] = useState(0);
  const [deleting, setDeleting] = useState<AdminSweet | null>(null);
  // The button that asked goes with its row: the focus goes to the list's heading, after the dialog has given it back.
  useEffect(() => {
    if (deletions > 0) setTimeout(() => heading.current?.focus());
  }, [deletions]);

  const filtered = query.search.trim() !== "" || query.category !== "ALL" || query.stock !== "";
  const { search, category, stock, sort } = query;
  const hrefFor = (values: { page?: number; adjust?: number; stock?: undefined }) =>
    tabAddress("products", {
      search,
      category: category === "ALL" ? undefined : category,
      stock,
      sort: sort === "createdAt:desc" ? undefined : sort,
      page: query.page,
      ...values,
    });

  async function edit(sweet: AdminSweet) {
    setEditing({ mode: "edit", sweet, loaded: false });
    let fresh = sweet;
    try {
      const result = await actions.load(sweet.id);
      if (result.ok) fresh = result.data;
      else console.warn(`Sweet ${sweet.id} could not be loaded, the list's data is used: ${result.message}`);
    } catch (error) {
      console.warn(`Sweet ${sweet.id} could not be loaded, the list's data is used: ${error}`);
    }
    setEditing((now) =>
      now?.mode === "edit" && now.sweet.id === sweet.id ? { mode: "edit", sweet: fresh, loaded: true } : now,
    );
  }

  function deleted() {
    setDeleting(null);
    setDeletions(deletions + 1);
  }

  function saved(message: string) {
    setEditing(null);
    toast.success(message);
  }

  // A page of its own without JavaScript.
  const addButton = (text: string) => (
    <Opener path="/admin/sweets/new" onOpen={() => setEditing({ mode: "add" })}>
      <Button type="submit" className="max-sm:!px-3" aria-haspopup="dialog">
        <Icon name="plus" />
        {text}
      </Button>
    </Opener>
  );

  return (
    <>
      <div className="flex flex-wrap items-center gap-3 justify-between">
        <h2 className="text-d4 outline-none" ref={heading} tabIndex={-1}>
          Sweet Management
        </h2>
        <div className="flex flex-wrap items-center gap-3">
          <Link href={"/admin/search-words" as Route} prefetch={false} className="btn btn-ghost max-sm:-ml-3">
            Search Words
          </Link>
          {addButton("Add Sweet")}
        </div>
      </div>
      <ActionStatus message={done?.message} />
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
        <EmptyState title="No sweets found" action={addButton("Add Your First Sweet")}>
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
            sweet={editing.mode === "edit" ? editing.sweet : null}
            loading={editing.mode === "edit" && !editing.loaded}
            action={editing.mode === "edit" ? actions.edit : actions.add}
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
