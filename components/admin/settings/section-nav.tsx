import type { Route } from "next";
import Link from "next/link";
import { Icon } from "@/components/ui/icon";
import type { Section } from "@/db/constants/settings";
import { sectionLooks, sectionUrl } from "./sections";

/** The sections of the settings: beside the form at a desk, above it on a phone. */
export function SectionNav({ sections, current }: { sections: readonly Section[]; current: Section }) {
  return (
    <nav aria-label="Settings">
      <ul className="flex flex-wrap gap-2 lg:block lg:border lg:border-border lg:bg-surface">
        {sections.map((section) => (
          <li key={section} className="lg:border-t lg:border-border lg:first:border-0">
            <Link
              className="settings-link"
              href={sectionUrl(section) as Route}
              aria-current={section === current ? "page" : undefined}
              prefetch={false}
            >
              <Icon name={sectionLooks[section].icon} className="max-sm:hidden" />
              {sectionLooks[section].title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
