"use client";

import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import type { FormAction } from "@/lib/http/action-state";

export type SessionRow = { id: number; title: string; note: string; current: boolean };

function EndSessionButton({ session, action }: { session: SessionRow; action: FormAction }) {
  const { formProps, message, pending } = useActionForm(action, {
    failureText: "The session could not be ended. Please try again.",
  });
  return (
    <form {...formProps}>
      <input type="hidden" name="sessionId" value={session.id} />
      <Button type="submit" kind="danger-ghost" pending={pending} aria-label={`End session: ${session.title}`}>
        End session
      </Button>
      {message && (
        <p role="alert" className="text-danger">
          {message}
        </p>
      )}
    </form>
  );
}

/** The sessions of an account, each with a button that ends it, except the one in use. */
export function SessionList({ sessions, action }: { sessions: SessionRow[]; action: FormAction }) {
  return (
    <ul className="mt-3 border-t border-border">
      {sessions.map((session) => (
        <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 border-b border-border">
          <span className="flex-1 min-w-[min(12rem,100%)]">
            <b className="font-semibold">{session.title}</b>
            <span className="block text-muted text-sm num">{session.note}</span>
          </span>
          {session.current ? (
            <span className="badge badge-instock">This session</span>
          ) : (
            <EndSessionButton session={session} action={action} />
          )}
        </li>
      ))}
    </ul>
  );
}
