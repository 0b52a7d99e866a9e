export type LogoutAction = (formData: FormData) => void | Promise<void>;

/** Logging out is a post, never a link, and works without JavaScript. */
export function LogoutForm({ action, className }: { action: LogoutAction; className: string }) {
  return (
    <form action={action} className="contents" data-logout="">
      <button type="submit" className={className}>
        Logout
      </button>
    </form>
  );
}
