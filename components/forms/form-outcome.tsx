type FormOutcomeProps = {
  /** What was done, for pages without JavaScript, where toasts cannot be shown. */
  done?: string | false | null;
  /** A failure that neither a field nor a toast shows. */
  message?: string | false | null;
};

/** The outcome of a form whose outcome is a toast where there is JavaScript. */
export function FormOutcome({ done, message }: FormOutcomeProps) {
  return (
    <>
      {done && (
        <p role="status" data-for="neutral" className="text-success font-medium whitespace-normal basis-full">
          {done}
        </p>
      )}
      {message && (
        <p role="alert" className="field-error whitespace-normal basis-full">
          {message}
        </p>
      )}
    </>
  );
}
