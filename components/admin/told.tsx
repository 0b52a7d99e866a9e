/** What a plain post was answered: without JavaScript there are no toasts. */
export function Told({ by }: { by: { message: string } | null }) {
  if (!by) return null;
  return (
    <p role="status" data-for="neutral" className="text-success font-medium whitespace-normal basis-full">
      {by.message}
    </p>
  );
}
