"use client";

import { useRef } from "react";
import { actionToasts } from "@/components/admin/action-toasts";
import { ButtonForm } from "@/components/admin/button-form";
import { FormOutcome } from "@/components/forms/form-outcome";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Table } from "@/components/ui/table";
import { searchWordBounds } from "@/db/constants/catalogue";
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
      <MadeFor />
      <TextField
        label="Customers type"
        {...field("word")}
        maxLength={searchWordBounds.word.max}
        autoCapitalize="none"
        className="w-full sm:w-52"
      />
      <TextField
        label="The sweets say"
        {...field("means")}
        maxLength={searchWordBounds.means.max}
        autoCapitalize="none"
        className="w-full sm:w-72"
      />
      <Button type="submit" kind="primary" pending={pending} pendingLabel="Adding..." className="sm:mt-6">
        Add
      </Button>
      <FormOutcome done={posted?.ok && posted.data.message} message={message} />
    </form>
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
          <Table
            className="table-stack"
            aria-labelledby="search-words"
            rows={props.words}
            keyOf={({ word, means }) => `${word}\n${means}`}
            columns={[
              { head: "Customers type", className: "font-medium break-words", cell: ({ word }) => word },
              { head: "The sweets say", className: "break-words", cell: ({ means }) => means },
              {
                head: "Remove",
                hidden: true,
                className: "r",
                cell: ({ word, means }) => (
                  <ButtonForm
                    action={props.remove}
                    fields={{ word, means }}
                    failed="Failed to remove the word"
                    onDone={() => heading.current?.focus()}
                  >
                    Remove
                    <span className="sr-only">
                      {" "}
                      {word}: {means}
                    </span>
                  </ButtonForm>
                ),
              },
            ]}
          />
        </div>
      )}
    </>
  );
}
