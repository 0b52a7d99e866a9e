/** The message of an action that succeeded, for pages without JavaScript, where toasts cannot be shown. */
export function ActionStatus({ message }: { message: string | false | null | undefined }) {
  if (!message) return null;
  return (
    <p role="status" data-for="neutral" className="text-success font-medium whitespace-normal basis-full">
      {message}
    </p>
  );
}
