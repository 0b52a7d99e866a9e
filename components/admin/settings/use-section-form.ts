"use client";

import { useRouter } from "next/navigation";
import { type ChangeEvent, type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { restoreDraft, storeDraft } from "@/components/admin/draft";
import { useActionForm } from "@/components/forms/use-action-form";
import { toast } from "@/components/ui/toast";
import type { Section } from "@/db/constants/settings";
import { fieldsOfTexts, rowsAt, type Texts, textAt, textsOfFields, withChoice, withText } from "@/lib/forms/texts";
import type { ActionState, FormAction } from "@/lib/http/action-state";
import { rowsAfterButton } from "@/lib/settings/form-texts";

/** What saving a section answers: that it is saved; or, without JavaScript, its form after a button that adds or removes a row. */
export type SectionOutcome =
  | { kind: "saved"; version: number; message: string; warnings: string[] }
  | { kind: "rows"; fields: Record<string, string>; focus: string | null };

export type SaveAction = FormAction<SectionOutcome>;

/** A version of a section as the texts of its form: `{ value }`. */
export type SectionVersion = { version: number; texts: Texts };

/** What was typed and not saved when the form was left, and the version that it was typed over. */
type Draft = { version: number; fields: Record<string, string> };

const FAILED = "Failed to save the settings";

const sameTexts = (a: Texts, b: Texts) => JSON.stringify(a) === JSON.stringify(b);

/** The form as the server sent it: what was posted without JavaScript, else the section as it is. */
function start(state: ActionState<SectionOutcome> | null, current: SectionVersion): SectionVersion {
  const fields = state?.ok ? (state.data.kind === "rows" ? state.data.fields : null) : state?.values;
  if (!fields) return current;
  const { version, value = "" } = textsOfFields(fields);
  return { version: Number(version), texts: { value } };
}

/** Pincodes and days are one field with a line for each: an error of a line is at the field, and says which line. So are sweets. */
const fieldOf = (path: string) => path.replace(/(\.(pincodes|days|sweets))\.\d+$/, "$1");

function errorsOf(fields: Record<string, string>, texts: Texts): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [path, message] of Object.entries(fields)) {
    const field = fieldOf(path);
    const lines = textAt(texts, field)
      .split("\n")
      .filter((line) => line.trim() !== "");
    const line = field === path ? undefined : lines[Number(path.split(".").at(-1))];
    errors[field] ??= line === undefined ? message : `${line}: ${message}`;
  }
  return errors;
}

/**
 * The form of a section. It keeps what is typed as a tree of texts, so that rows come and go at once, and compares it with the version
 * that it was typed over and with the one that the shop has now (`current`).
 */
export function useSectionForm(section: Section, current: SectionVersion, action: SaveAction) {
  const router = useRouter();
  const sent = useRef<Texts>(null);
  const { state, posted, failure, pending, formProps, formRef, dismiss } = useActionForm(action, {
    failureText: FAILED,
    fieldOf,
    onSuccess(data) {
      if (data.kind !== "saved") return;
      toast.success(data.message);
      setBase({ version: data.version, texts: sent.current ?? texts });
    },
    onFailure({ code }) {
      // The page then has the other version, and the form says what differs.
      if (code === "stale_version") router.refresh();
    },
  });
  const [started] = useState(() => start(state, current));
  const [texts, setTexts] = useState(started.texts);
  // The version that was read, which what was typed is compared with.
  const [base, setBase] = useState<SectionVersion>({ version: started.version, texts: current.texts });
  const [focus, setFocus] = useState(state?.ok && state.data.kind === "rows" ? state.data.focus : null);

  const unsaved = !sameTexts(texts, base.texts);
  const outdated = current.version > base.version && !pending && (unsaved || failure?.code === "stale_version");

  const storeCurrentDraft = useEffectEvent(() => {
    if (!unsaved) return;
    storeDraft(`settings:${section}`, { version: base.version, fields: fieldsOfTexts(texts) } satisfies Draft);
  });

  useEffect(() => {
    const typed = typedBefore(formRef.current, texts);
    const draft = restoreDraft<Draft>(`settings:${section}`);
    if (draft) {
      setTexts({ value: textsOfFields(draft.fields).value ?? "" });
      setBase({ ...base, version: draft.version });
      toast.info("What you typed is here again.");
    } else if (typed !== texts) setTexts(typed);
    window.addEventListener("pagehide", storeCurrentDraft);
    return () => {
      window.removeEventListener("pagehide", storeCurrentDraft);
      storeCurrentDraft();
    };
  }, []);

  // A newer version replaces the one that was read while nothing else was typed. After a save it is what the server made of it.
  useEffect(() => {
    const isNews = current.version > base.version || !sameTexts(current.texts, base.texts);
    if (!unsaved && isNews && current.version >= base.version) adopt();
  }, [current.version, base.version]);

  useEffect(() => {
    if (!focus) return;
    formRef.current?.querySelector<HTMLElement>(`[name="${focus}"], [value="${focus}"]`)?.focus();
    setFocus(null);
  }, [focus]);

  function adopt() {
    setTexts(current.texts);
    setBase(current);
  }

  const errors = errorsOf(failure?.fields ?? {}, texts);
  const set = (path: string, text: string) => setTexts((now) => withText(now, path, text));
  const field = (path: string) => ({
    name: path,
    value: textAt(texts, path),
    error: errors[path],
    autoFocus: focus === path,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      set(path, event.target.value),
  });

  return {
    section,
    texts,
    unsaved,
    /** Whether somebody else has saved the section since it was read. */
    outdated,
    version: base.version,
    current,
    failure,
    pending,
    saved: state?.ok && state.data.kind === "saved" ? state.data : null,
    /** The message of a save without JavaScript. */
    postedMessage: posted?.ok && posted.data.kind === "saved" ? posted.data.message : null,
    formProps: {
      ...formProps,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        sent.current = texts;
        return formProps.onSubmit(event);
      },
    },
    /** The props of a field with its label, by its path. */
    field,
    checkbox: (path: string) => ({
      name: path,
      checked: textAt(texts, path) === "on",
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(path, event.target.checked ? "on" : ""),
    }),
    /** A checkbox that puts a text into a list. */
    choice: (list: string, value: string) => ({
      value,
      checked: rowsAt(texts, list).includes(value),
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        setTexts((now) => withChoice(now, list, value, event.target.checked)),
    }),
    text: (path: string) => textAt(texts, path),
    set,
    /** The paths of a list's rows. */
    rows: (list: string) => rowsAt(texts, list).map((_, index) => `${list}.${index}`),
    error: (path: string) => errors[path],
    focus,
    /** Adds or removes a row at once. */
    change(intent: string) {
      const changed = rowsAfterButton(section, texts, intent);
      setTexts(changed.texts);
      setFocus(changed.focus);
      // The rows that the errors name have other numbers now.
      dismiss();
    },
    /** Takes the version that the shop has now, and forgets what was typed. */
    adopt() {
      adopt();
      dismiss();
    },
  };
}

export type SectionForm = ReturnType<typeof useSectionForm>;

/** What was typed before hydration, which React does not know of. */
function typedBefore(form: HTMLFormElement | null, texts: Texts): Texts {
  let typed = texts;
  for (const element of form?.elements ?? []) {
    const { name, type, value, checked } = element as HTMLInputElement;
    if (!name.startsWith("value") || element instanceof HTMLButtonElement) continue;
    if (type === "checkbox" && value !== "on") {
      const list = name.slice(0, name.lastIndexOf("."));
      if (checked !== rowsAt(typed, list).includes(value)) typed = withChoice(typed, list, value, checked);
      continue;
    }
    const text = type === "checkbox" ? (checked ? "on" : "") : value;
    if (text !== textAt(typed, name)) typed = withText(typed, name, text);
  }
  return typed;
}
