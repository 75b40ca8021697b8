import type { MoveDirection } from '@docwright/doc-agent/edit-navigation-tree';
import type { JsonPath, NavigationEntry } from '@docwright/doc-agent/navigation-tree';
import type { NavigationRow } from './navigation-rows.ts';

export type TreeCommand =
  | { readonly kind: 'select'; readonly path: JsonPath }
  | { readonly kind: 'toggle'; readonly key: string; readonly isOpen: boolean }
  | { readonly kind: 'step'; readonly direction: MoveDirection }
  | { readonly kind: 'open' | 'rename' | 'remove'; readonly entry: NavigationEntry };

export interface PressedKey {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

const steps: Readonly<Record<string, MoveDirection>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** Returns the effect of a key on the row at `current`, or `undefined` if the browser handles the key. */
export function toTreeCommand(
  { key, altKey, ctrlKey, metaKey }: PressedKey,
  rows: readonly NavigationRow[],
  current: number,
): TreeCommand | undefined {
  const row = rows[current];
  if (row === undefined || ctrlKey || metaKey) return undefined;
  const direction = steps[key];
  if (altKey) return direction && { kind: 'step', direction };
  const select = (target: NavigationRow | undefined): TreeCommand | undefined =>
    target && { kind: 'select', path: target.entry.path };
  const { entry, isOpen, level } = row;
  switch (key) {
    case 'ArrowUp':
      return select(rows[current - 1]);
    case 'ArrowDown':
      return select(rows[current + 1]);
    case 'ArrowRight':
      if (isOpen === undefined) return undefined;
      return isOpen ? select(rows[current + 1]) : { kind: 'toggle', key: row.key, isOpen: true };
    case 'ArrowLeft':
      if (isOpen === true) return { kind: 'toggle', key: row.key, isOpen: false };
      return select(rows.slice(0, current).findLast((each) => each.level < level));
    case 'Home':
      return select(rows[0]);
    case 'End':
      return select(rows.at(-1));
    case ' ':
      return select(row);
    case 'Enter':
      return isOpen === undefined ? { kind: 'open', entry } : { kind: 'toggle', key: row.key, isOpen: !isOpen };
    case 'F2':
      return { kind: 'rename', entry };
    case 'Delete':
      return { kind: 'remove', entry };
    default:
      return undefined;
  }
}
