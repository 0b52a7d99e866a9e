"use client";

import { useRef } from "react";
import { actionToasts } from "@/components/admin/action-toasts";
import { ActionStatus } from "@/components/forms/action-status";
import { useActionForm } from "@/components/forms/use-action-form";
import { TextField } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/submit-button";
import type { SearchWord } from "@/lib/catalogue/admin-queries";
import type { MessageAction } from "@/lib/http/action-state";

function AddWord({ action }: { action: MessageAction }) {
  const focusFirstField = (form: HTMLFormElement | null) =>
    form?.querySelector<HTMLInputElement>("[name=word]")?.focus();
  const { posted, message, pending, formProps, field } = useActionForm(action, {
    ...actionToasts("Failed to add the word", focusFirstField),
    values: { word: "", means: "" },
    resetOnSuccess: true,
  });
  return (
    <form {...formProps} className="flex flex-wrap items-start gap-3 mt-5">
      <TextField
        label="Customers type"
        {...field("word")}
        maxLength={60}
        autoCapitalize="none"
        className="w-full sm:w-52"
      />
      <TextField
        label="The sweets say"
        {...field("means")}
        maxLength={100}
        autoCapitalize="none"
        className="w-full sm:w-72"
      />
      <SubmitButton kind="primary" pending={pending} pendingLabel="Adding..." className="sm:mt-6">
        Add
      </SubmitButton>
      {message && (
        <p role="alert" className="field-error basis-full">
          {message}
        </p>
      )}
      <ActionStatus message={posted?.ok && posted.data.message} />
    </form>
  );
}

function SearchWordRow({
  word,
  means,
  action,
  onRemoved,
}: SearchWord & { action: MessageAction; onRemoved: () => void }) {
  const toasts = actionToasts("Failed to remove the word", onRemoved);
  const { posted, message, pending, formProps } = useActionForm(action, toasts);
  return (
    <tr>
      <td data-label="Customers type" className="font-medium break-words">
        {word}
      </td>
      <td data-label="The sweets say" className="break-words">
        {means}
      </td>
      <td className="r">
        <form {...formProps}>
          <input type="hidden" name="word" value={word} />
          <input type="hidden" name="means" value={means} />
          <SubmitButton kind="ghost" pending={pending}>
            Remove
            <span className="sr-only">
              {" "}
              {word}: {means}
            </span>
          </SubmitButton>
          <ActionStatus message={posted?.ok && posted.data.message} />
          {message && (
            <p role="alert" className="field-error">
              {message}
            </p>
          )}
        </form>
      </td>
    </tr>
  );
}

/** The synonyms of the search, with a form that adds one and a button that removes each. */
export function SearchWords(props: { words: SearchWord[]; add: MessageAction; remove: MessageAction }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <AddWord action={props.add} />
      <h2 className="text-d4 mt-8 mb-3 outline-none" id="search-words" ref={heading} tabIndex={-1}>
        The list
      </h2>
      {props.words.length === 0 ? (
        <p className="text-muted pb-6">No words yet</p>
      ) : (
        <div className="border border-border bg-surface mb-6 max-w-3xl">
          <table className="table table-stack" aria-labelledby="search-words">
            <thead>
              <tr>
                <th scope="col">Customers type</th>
                <th scope="col">The sweets say</th>
                <th scope="col">
                  <span className="sr-only">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {props.words.map((pair) => (
                <SearchWordRow
                  key={`${pair.word}\n${pair.means}`}
                  {...pair}
                  action={props.remove}
                  onRemoved={() => heading.current?.focus()}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
