"use client";

import { useRef } from "react";
import { TextField } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/submit-button";
import type { SearchWord } from "@/lib/catalogue/search-words.server";
import { Told } from "./told";
import { type FormAction, say, useFormAction } from "./use-form-action";

function AddWord({ action }: { action: FormAction }) {
  const { result, told, pending, form } = useFormAction(action, {
    failed: () => "Failed to add the word",
    onDone(data, element) {
      say(data);
      element.reset();
      element.querySelector<HTMLInputElement>("[name=word]")?.focus();
    },
  });
  const refused = result?.ok === false ? result : null;
  return (
    <form {...form} className="flex flex-wrap items-start gap-3 mt-5" noValidate>
      <TextField
        label="Customers type"
        name="word"
        maxLength={60}
        autoCapitalize="none"
        className="w-full sm:w-52"
        defaultValue={refused?.values.word ?? ""}
        error={refused?.fields.word}
      />
      <TextField
        label="The sweets say"
        name="means"
        maxLength={100}
        autoCapitalize="none"
        className="w-full sm:w-72"
        defaultValue={refused?.values.means ?? ""}
        error={refused?.fields.means}
      />
      <SubmitButton kind="primary" pending={pending} pendingLabel="Adding..." className="sm:mt-6">
        Add
      </SubmitButton>
      {refused && Object.keys(refused.fields).length === 0 && (
        <p role="alert" className="field-error basis-full">
          {refused.message}
        </p>
      )}
      <Told by={told} />
    </form>
  );
}

function Pair({ word, means, action, onGone }: SearchWord & { action: FormAction; onGone: () => void }) {
  const { result, told, pending, form } = useFormAction(action, {
    failed: () => "Failed to remove the word",
    onDone(data) {
      say(data);
      onGone();
    },
  });
  return (
    <tr>
      <td data-label="Customers type" className="font-medium break-words">
        {word}
      </td>
      <td data-label="The sweets say" className="break-words">
        {means}
      </td>
      <td className="r">
        <form {...form}>
          <input type="hidden" name="word" value={word} />
          <input type="hidden" name="means" value={means} />
          <SubmitButton kind="ghost" pending={pending}>
            Remove
            <span className="sr-only">
              {" "}
              {word}: {means}
            </span>
          </SubmitButton>
          <Told by={told} />
          {result?.ok === false && (
            <p role="alert" className="field-error">
              {result.message}
            </p>
          )}
        </form>
      </td>
    </tr>
  );
}

/** The list of other words, with a form that adds one and a button that removes each. */
export function SearchWords(props: { words: SearchWord[]; add: FormAction; remove: FormAction }) {
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
                <Pair
                  key={`${pair.word}\n${pair.means}`}
                  {...pair}
                  action={props.remove}
                  onGone={() => heading.current?.focus()}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
