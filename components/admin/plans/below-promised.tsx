import { Button } from "@/components/ui/button";
import { AlertDialog } from "@/components/ui/dialog";
import { amountText, promisedText } from "@/lib/stock/plan-texts";
import type { PlanSweet, Question } from "./use-plan-days";

const LISTED = 8;

type BelowPromisedProps = {
  question: Question;
  sweets: readonly PlanSweet[];
  onAnswer: (force: boolean) => void;
};

/** Asks whether days are to be lowered below what is promised. */
export default function BelowPromised({ question: { changes, days }, sweets, onAnswer }: BelowPromisedProps) {
  const lines = days.map(({ productId, ...of }) => {
    const { name = "", grams = null } = sweets.find(({ id }) => id === productId) ?? {};
    const to = changes.find((one) => one.productId === productId && one.day === of.day)?.capacity ?? 0;
    return { key: `${productId} ${of.day}`, text: `${name}, ${promisedText(of, grams)}`, to: amountText(to, grams) };
  });
  const [first] = lines;
  const several = lines.length > 1;
  return (
    <AlertDialog
      onClose={() => onAnswer(false)}
      title={
        several
          ? `${lines.length} days have more promised. Lower them all the same?`
          : `${first?.text} Lower it to ${first?.to} all the same?`
      }
      description="What is promised stays promised, and nothing more is then."
      action={
        <Button kind="danger" onClick={() => onAnswer(true)}>
          Lower all the same
        </Button>
      }
    >
      {several && (
        <ul className="mt-3 num grid gap-1">
          {lines.slice(0, LISTED).map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
          {lines.length > LISTED && <li>and {lines.length - LISTED} more</li>}
        </ul>
      )}
    </AlertDialog>
  );
}
