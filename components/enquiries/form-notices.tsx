import { Icon } from "@/components/ui/icon";

/** What the whole form has to say. */
export function FormNotices({ sent, refusal }: { sent?: string; refusal?: string }) {
  return (
    <>
      {sent && (
        <p
          role="status"
          className="sm:col-span-2 flex items-center gap-3 bg-success-soft text-success px-5 py-4 font-medium"
        >
          <Icon name="circle-check" className="size-5 shrink-0" />
          {sent}
        </p>
      )}
      {refusal && (
        <p
          role="alert"
          className="sm:col-span-2 flex items-center gap-3 bg-danger-soft text-danger px-5 py-4 font-medium"
        >
          <Icon name="circle-alert" className="size-5 shrink-0" />
          {refusal}
        </p>
      )}
    </>
  );
}
