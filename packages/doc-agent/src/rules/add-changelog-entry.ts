import { isChangelog } from '../paths/is-changelog.ts';
import type { Instruction } from './instruction.ts';
import type { Plan } from './plan.ts';
import { readPagePaths, toReport, toText } from './read-answer.ts';
import { writeEntry } from './write-entry.ts';

type Entry = Extract<Instruction, { kind: 'changelog' }>;

/** Adds an entry at the top of a changelog, in the format of the existing entries. */
export function* addChangelogEntry({ page, label, text }: Entry): Plan {
  let path = page;
  if (path === undefined) {
    const [listed] = yield [{ tool: 'list', input: { glob: '**/*.{mdx,md}' } }];
    const named = readPagePaths(listed?.value['files']).filter(isChangelog);
    // If the root has a changelog, a file in a folder is the changelog of a part of the site.
    const roots = named.filter((each) => !each.replace(/\/index(?=\.mdx?$)/i, '').includes('/'));
    const found = roots.length > 0 ? roots : named;
    const [only, other] = found;
    if (only === undefined)
      return { kind: 'asks', text: 'the site has no page named changelog; say which page the entry belongs to' };
    if (other !== undefined) {
      const names = found.slice(0, 10).map((each) => `\`${each}\``);
      return { kind: 'asks', text: `several pages may be the changelog; specify one of ${names.join(', ')}` };
    }
    path = only;
  }
  const [read] = yield [{ tool: 'read', input: { path } }];
  if (read?.error !== undefined) return toReport(read.error, read.value);
  const file = toText(read?.value['path'] ?? path);
  const made = writeEntry(toText(read?.value['content']), { label, text });
  if ('problem' in made) return { kind: 'asks', text: `\`${file}\`: ${made.problem}` };
  const [edited] = yield [{ tool: 'edit', input: { path: file, edits: [{ old: made.old, new: made.new }] } }];
  return edited?.error === undefined
    ? { kind: 'done', text: `Added the entry "${label ?? ''}" to \`${file}\`` }
    : toReport(edited.error, edited.value);
}
