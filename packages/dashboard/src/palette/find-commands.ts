import type { IconName } from '../ui/icon.tsx';

/** A page to open or an action to run. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** The location or subject of the command. */
  readonly detail?: string | undefined;
  readonly icon: IconName;
  readonly run: () => void;
}

export interface CommandGroup {
  readonly label: string;
  readonly items: readonly Command[];
}

const MOST_OF_A_GROUP = 7;

/**
 * Finds the commands that contain every word of the query, ignoring case. Commands that begin with its first word are
 * at the top. An empty query matches all commands.
 */
export function findCommands(groups: readonly CommandGroup[], query: string): CommandGroup[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return groups
    .map(({ label, items }) => ({
      label,
      items: items
        .filter((item) => words.every((word) => toText(item).includes(word)))
        .sort((a, b) => rank(a, words) - rank(b, words))
        .slice(0, MOST_OF_A_GROUP),
    }))
    .filter(({ items }) => items.length > 0);
}

const toText = ({ label, detail = '' }: Command): string => `${label} ${detail}`.toLowerCase();

/** Ranks labels that begin with the first word first, then labels that contain it, then all others. */
function rank({ label }: Command, [first]: readonly string[]): number {
  if (first === undefined) return 0;
  const at = label.toLowerCase().indexOf(first);
  return at === 0 ? 0 : at > 0 ? 1 : 2;
}

/** Parses the pages of the manual as its `llms.txt` lists them: `- [Title](/docs/page.md): Description`. */
export function readManualPages(
  text: string,
): { readonly title: string; readonly path: string; readonly text: string }[] {
  return [...text.matchAll(/^- \[([^\]]+)\]\((\/[^)]*)\.md\)(?:: (.*))?$/gm)].map(
    ([, title = '', path = '', about = '']) => ({ title, path, text: about }),
  );
}
