"use client";

import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Icon } from "@/components/ui/icon";
import { FaqQuestion } from "./question";
import type { QuestionGroup } from "./questions";

const questionCount = (count: number) => `${count} ${count === 1 ? "question" : "questions"}`;

function filterGroups(groups: readonly QuestionGroup[], search: string): readonly QuestionGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map(({ name, questions }) => ({
      name,
      questions: questions.filter(({ question, answer }) => {
        const text = `${name} ${question} ${answer}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ questions }) => questions.length > 0);
}

/** All questions by category, with a search that filters them while typing. The search is hidden without JavaScript. */
export function FaqSearch({ groups }: { groups: readonly QuestionGroup[] }) {
  const [search, setSearch] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const shown = filterGroups(groups, search);
  const idOf = (name: string) => `faq-${groups.findIndex((group) => group.name === name)}`;
  const total = shown.reduce((sum, { questions }) => sum + questions.length, 0);

  // What was typed before hydration.
  useEffect(() => setSearch(input.current?.value ?? ""), []);

  function clear(event: MouseEvent) {
    event.preventDefault();
    setSearch("");
    input.current?.focus();
  }

  return (
    <>
      <div className="input-icon mt-6" data-scripted="">
        <Icon name="search" />
        <input
          ref={input}
          className="input"
          type="search"
          placeholder="Search questions..."
          aria-label="Search questions"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <p className="sr-only" role="status">
        {search.trim() && `${questionCount(total)} found`}
      </p>
      {shown.map(({ name, questions }) => (
        <section key={name} className="mt-9" aria-labelledby={idOf(name)}>
          <h2 id={idOf(name)} className="text-d4 flex flex-wrap items-baseline gap-x-3">
            {name}
            <span className="font-sans text-base font-normal text-muted num">{questionCount(questions.length)}</span>
          </h2>
          <div className="mt-3 border-t border-border">
            {questions.map((item) => (
              <FaqQuestion key={item.question} {...item} />
            ))}
          </div>
        </section>
      ))}
      {total === 0 && (
        <div className="text-center border-t border-border mt-9 py-14">
          <p className="text-d4 font-display font-bold text-heading">No FAQs found</p>
          <a href="/faq" className="link inline-flex items-center min-h-11 mt-2" onClick={clear}>
            Clear search
          </a>
        </div>
      )}
    </>
  );
}
