"use client";

import { ActionButton, ActionForm, FormText, SaveButton } from "@/components/admin/ui/action-form";
import { DataList } from "@/components/admin/ui/data-list";
import { Section } from "@/components/admin/ui/page";
import { searchWordBounds } from "@/db/constants/catalogue";
import type { SearchWord } from "@/lib/catalogue/admin-queries";
import type { MessageAction } from "@/lib/http/action-state";

export function SearchWords(props: { words: SearchWord[]; add: MessageAction; remove: MessageAction }) {
  return (
    <>
      <ActionForm
        action={props.add}
        failed="Failed to add the word"
        values={{ word: "", means: "" }}
        onDone={(_, form) => form?.querySelector<HTMLInputElement>("[name=word]")?.focus()}
        className="flex flex-wrap items-start gap-3"
      >
        <FormText
          name="word"
          label="Customers type"
          maxLength={searchWordBounds.word.max}
          autoCapitalize="none"
          className="w-full sm:w-52"
        />
        <FormText
          name="means"
          label="The sweets say"
          maxLength={searchWordBounds.means.max}
          autoCapitalize="none"
          className="w-full sm:w-72"
        />
        <SaveButton pendingLabel="Adding..." className="sm:mt-6">
          Add
        </SaveButton>
      </ActionForm>
      <Section title="The list" className="mt-4 max-w-3xl">
        <DataList
          label="The list"
          rows={props.words.map((pair) => ({ ...pair, id: `${pair.word}\n${pair.means}` }))}
          empty={<p className="text-muted">No words yet</p>}
          columns={[
            { head: "Customers type", className: "font-medium break-words", cell: ({ word }) => word },
            { head: "The sweets say", className: "break-words", cell: ({ means }) => means },
            {
              head: "Remove",
              hidden: true,
              className: "r",
              cell: ({ word, means }) => (
                <ActionButton
                  action={props.remove}
                  fields={{ word, means }}
                  failed="Failed to remove the word"
                  undo={{ action: props.add, fields: { word, means } }}
                >
                  Remove
                  <span className="sr-only">{` ${word}: ${means}`}</span>
                </ActionButton>
              ),
            },
          ]}
        />
      </Section>
    </>
  );
}
