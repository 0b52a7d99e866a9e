import type { Migration } from "./migrate";

/*
 * What docs/upgrades.md says of locks, as far as it can be seen in a migration's text. drizzle-kit knows none of it: it writes every index and
 * every constraint so that the table is locked while all its rows are read.
 */

/** Tables of hundreds of rows in any shop. All others are taken for large. */
const SMALL = [
  ..."settings settings_history webhooks api_keys invitations second_factors recovery_codes".split(" "),
  ..."sweets packs plans images invoice_series search_synonyms sweet_counts".split(" "),
];

/** The commands of a migration in one line each, those in `do` too, without comments, quotes and bodies of functions. */
const commandsOf = ({ statements }: Pick<Migration, "statements">) =>
  statements
    .flatMap((statement) =>
      statement
        .replace(/--.*/g, "")
        .replace(/\bdo\s+(?:language \w+\s+)?\$(\w*)\$(.*?)\$\1\$/gis, (_, _tag, body: string) =>
          body.replace(/\b(?:begin|then|else|loop)\b/gi, ";"),
        )
        .replace(/\$(\w*)\$.*?\$\1\$/gs, "")
        .split(";"),
    )
    .map((command) =>
      command
        .replace(/"|\bpublic\b"?\./g, "")
        .replace(/\s+/g, " ")
        .trim()
        .toLowerCase(),
    )
    .filter(Boolean);

/** A new column whose values PostgreSQL computes for each row: by a default other than a constant or now(), serial, or generated. */
const COMPUTED =
  /\badd (?:(?!, alter ).)*(?:\bdefault \(*(?!now\()\w+\(|serial\b|\bgenerated (?:always|by default) as\b)/;

const occurrences = (text: string, words: RegExp) => text.match(words)?.length ?? 0;

/** The rules that a migration breaks, each as a sentence about one of its commands. */
export function brokenRules(migration: Pick<Migration, "statements">): string[] {
  const commands = commandsOf(migration);
  const all = commands.join("; ");
  const made = [...all.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table);
  const isLarge = (table = "") => !SMALL.includes(table) && !made.includes(table);
  const isConcurrent = commands.some((command) => /^(create|drop)( unique)? index concurrently /.test(command));

  return commands.flatMap((command, at) => {
    const [, name = "without a name", indexed] =
      /^create(?: unique)? index(?: concurrently)?(?: if not exists)?(?: (\w+))? on (?:only )?(\w+)/.exec(command) ??
      [];
    const [, altered] = /^alter table (?:if exists )?(?:only )?(\w+)/.exec(command) ?? [];
    // Also behind `with … as (…)`, or inside of its brackets.
    const [, list] =
      /^(?:with .*[()] ?)?(?:update|delete from|merge into|truncate(?: table)?) (?:only )?(\w+(?: ?, ?\w+)*)/.exec(
        command,
      ) ?? [];
    const written = list?.split(/ ?, ?/).find(isLarge);
    const [, rebuilt] = /^(?:reindex(?: \(.*?\))? \w+|cluster) (?!concurrently )(\w+)/.exec(command) ?? [];
    const validated = /validate constraint (\w+)/.exec(command)?.[1];
    const isAboutIndex = / index concurrently /.test(command);

    if (indexed && isAboutIndex && commands[at - 1] !== `drop index concurrently if exists ${name}`)
      return `The index ${name} cannot be applied again: 'drop index concurrently if exists ${name}' comes right before it.`;
    if (isConcurrent && !isAboutIndex && !validated)
      return `'${command.slice(0, 60)}' is in a migration with concurrent indexes, which runs in no transaction.`;
    if (indexed && !isAboutIndex && isLarge(indexed))
      return `The index ${name} of ${indexed} is not built concurrently.`;
    if (validated && all.includes(`add constraint ${validated} `))
      return `The constraint ${validated} is validated under the lock of the migration that adds it.`;
    if (rebuilt && isLarge(rebuilt)) return `'${command.slice(0, 60)}' locks while all rows are read.`;
    if (written) return `Rows of ${written} are written.`;
    if (!altered || !isLarge(altered)) return [];
    const constraints = occurrences(command, /\bcheck ?\(|\breferences |\bunique\b|\bprimary key\b|\bexclude\b/g);
    if (constraints > occurrences(command, /\bnot valid\b|\busing index\b/g))
      return `A constraint of ${altered} is not added 'not valid', or not 'using index'.`;
    return /\bset not null\b|\balter (?:column )?\w+ (?:set data )?type\b/.test(command) || COMPUTED.test(command)
      ? `All rows of ${altered} are read or written for '${command.slice(0, 60)}'.`
      : [];
  });
}
