import { readFrontmatter } from '../frontmatter/edit-frontmatter.ts';
import { isPlainKey } from './frontmatter-keys.ts';
import type { Instruction, Statement, UnreadStatement } from './instruction.ts';
import type { ToolAnswer, ToolRequest } from './plan.ts';
import { toText } from './read-answer.ts';

type Frontmatter = Extract<Instruction, { kind: 'frontmatter' }>;

/** Number of lines of a page that are read for its frontmatter. */
const headLines = 200;

/**
 * Finds statements that have the form of an instruction but may mean something else: "change the limit in rate-limits
 * to 200" is about the page's text, unless the page has a key of that name. Asks before anything is changed.
 */
export function* findDoubts(
  statements: readonly Statement[],
): Generator<readonly ToolRequest[], UnreadStatement[], readonly ToolAnswer[]> {
  const doubtful: UnreadStatement[] = [];
  for (const [index, { source, instruction }] of statements.entries()) {
    if (instruction.kind !== 'frontmatter' || instruction.isNamed) continue;
    const unsure = listUnsureKeys(instruction);
    const isNew = instruction.isNew === true;
    if (unsure.length === 0 && !isNew) continue;
    const path = findOrigin(instruction.page, statements.slice(0, index));
    const [answer] = yield [{ tool: 'read', input: { path, lines: headLines } }];
    const keys = answer?.error === undefined ? listKeys(toText(answer?.value['content'])) : new Set<string>();
    const present = isNew ? Object.keys(instruction.set).filter((key) => keys.has(key)) : [];
    if (present.length > 0) {
      doubtful.push({ source, hint: `the page already has a ${present.join(', ')}; write "set … to" to change it` });
      continue;
    }
    const wrong = Object.entries(instruction.set).find(([key, value]) => isPlainKey(key, value) === 'no value');
    if (wrong !== undefined) {
      doubtful.push({ source, hint: `"${toText(wrong[1])}" is not a valid value for "${wrong[0]}"` });
      continue;
    }
    const unknown = unsure.filter((key) => !keys.has(key));
    if (unknown.length === 0) continue;
    const names = unknown.map((key) => `"${key}"`).join(', ');
    doubtful.push({
      source,
      hint: `the page has no ${names} in its frontmatter; write "frontmatter" if you want to add it`,
    });
  }
  return doubtful;
}

/** A card or a step in a page can also have these, so "the icon in PAGE" isn't necessarily the page's icon. */
const keysOfComponents = new Set(['icon', 'iconType', 'mode', 'hidden', 'deprecated', 'public']);

function listUnsureKeys({ set, unset, isInside }: Frontmatter): string[] {
  const open = Object.entries(set).flatMap(([key, value]) => {
    const isOpen = isPlainKey(key, value) !== 'yes' || (isInside === true && keysOfComponents.has(key));
    return isOpen ? [key] : [];
  });
  return [...open, ...unset];
}

/** The current path of a page that an earlier statement of the same prompt moves. */
function findOrigin(page: string, earlier: readonly Statement[]): string {
  return earlier.reduceRight(
    (path, { instruction }) => (instruction.kind === 'move' && instruction.to === path ? instruction.from : path),
    page,
  );
}

function listKeys(head: string): ReadonlySet<string> {
  try {
    return new Set(readFrontmatter(head).keys());
  } catch {
    // Frontmatter that can't be parsed can't be edited either; the edit reports it.
    return new Set();
  }
}
