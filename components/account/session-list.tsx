"use client";

import { Button } from "@/components/ui/button";
import { type FormAction, useAction } from "./use-action";

export type SessionRow = { id: number; title: string; note: string; current: boolean };

function EndButton({ session, action }: { session: SessionRow; action: FormAction<null> }) {
  const { outcome, formAction, send, pending } = useAction(action, "The session could not be ended. Please try again.");
  return (
    <form
      action={formAction}
      onSubmit={(event) => {
        event.preventDefault();
        send(new FormData(event.currentTarget));
      }}
    >
      <input type="hidden" name="sessionId" value={session.id} />
      <Button type="submit" kind="danger-ghost" pending={pending} aria-label={`End session: ${session.title}`}>
        End session
      </Button>
      {outcome?.ok === false && (
        <p role="alert" className="text-danger">
          {outcome.message}
        </p>
      )}
    </form>
  );
}

/** Where one is signed in, with a button for each that is elsewhere. */
export function SessionList({ sessions, action }: { sessions: SessionRow[]; action: FormAction<null> }) {
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
            <EndButton session={session} action={action} />
          )}
        </li>
      ))}
    </ul>
  );
}
