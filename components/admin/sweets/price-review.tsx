"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { Table } from "@/components/ui/table";
import { withPack } from "@/lib/catalogue/packs";
import { type PriceChange, percentOf, percentSpan, percentText } from "@/lib/catalogue/price-rules";
import { countOf } from "@/lib/count";
import { formatRupees } from "@/lib/money";

/** Per cent above which a change may be a typing error. */
const LARGE = 50;

type PriceReviewProps = {
  changes: readonly PriceChange[];
  /** Whether they take a save back. */
  isUndo: boolean;
  pending: boolean;
  onSave: () => void;
  onClose: () => void;
};

/** What would change, from what to what, before it is saved. */
export default function PriceReview({ changes, isUndo, pending, onSave, onClose }: PriceReviewProps) {
  const large = changes.filter((change) => Math.abs(percentOf(change)) > LARGE);
  const count = countOf(changes.length, "price");
  return (
    <Dialog title={isUndo ? `Restore ${count}?` : `Save ${count}?`} onClose={onClose}>
      <div className="body grid grid-cols-1 gap-3">
        <p className="num">
          Prices change {percentSpan(changes)}. Customers see them at once. Orders already placed keep their prices.
        </p>
        {large.length > 0 && (
          <Notice tone="warning" title={`By more than ${LARGE} %: ${countOf(large.length, "price")}`}>
            <span className="num">
              {large
                .slice(0, 5)
                .map(({ pack, price }) => `${withPack(pack.name, pack.label)} ${formatRupees(price)}`)
                .join("; ")}
              {large.length > 5 && ` and ${large.length - 5} more`}
            </span>
          </Notice>
        )}
        <Table
          aria-label="What changes"
          className="num"
          rows={changes}
          keyOf={({ pack }) => pack.packId}
          columns={[
            {
              head: "Sweet",
              isRowHead: true,
              className: "whitespace-normal",
              cell: ({ pack }) => withPack(pack.name, pack.label),
            },
            { head: "Today", column: "r", cell: ({ pack }) => formatRupees(pack.price) },
            { head: "New price", column: "r", cell: ({ price }) => <b>{formatRupees(price)}</b> },
            { head: "Change", column: "r", cell: (change) => percentText(percentOf(change)) },
          ]}
        />
      </div>
      <footer>
        <Button kind="outline" onClick={onClose}>
          Back
        </Button>
        <Button pending={pending} pendingLabel="Saving..." onClick={onSave}>
          {isUndo ? `Restore ${count}` : `Save ${count}`}
        </Button>
      </footer>
    </Dialog>
  );
}
