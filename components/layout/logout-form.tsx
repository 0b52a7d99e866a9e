export type LogoutAction = (formData: FormData) => void | Promise<void>;

/** Logging out changes state, so it is a POST form and not a link. */
export function LogoutForm({ action, className }: { action: LogoutAction; className: string }) {
  return (
    <form action={action} className="contents" data-logout="">
      <button type="submit" className={className}>
        Logout
      </button>
    </form>
  );
}
