import { createStore } from '../api/store.ts';
import { readStored, writeStored } from '../browser/stored-text.ts';

const KEY = 'docwright.single-keys';

/** Whether single-key shortcuts are on: speech input can trigger them by accident (WCAG 2.1.4). */
export const singleKeys = createStore(readStored(KEY) !== 'off');

export function setSingleKeys(isOn: boolean): void {
  singleKeys.set(isOn);
  writeStored(KEY, isOn ? undefined : 'off');
}

/** The second key of `g …`. */
export const goKeys = {
  o: { to: '/overview', label: 'Overview' },
  j: { to: '/jobs', label: 'Agent jobs' },
  e: { to: '/exports', label: 'Exports' },
  p: { to: '/projects', label: 'Projects' },
  s: { to: '/settings', label: 'Settings' },
} as const;

export type Press =
  | { readonly does: 'palette' | 'help' | 'new-job' | 'wait' }
  | { readonly does: 'go'; readonly to: (typeof goKeys)[keyof typeof goKeys]['to'] };

export interface Key {
  readonly key: string;
  readonly hasModifier: boolean;
  /** Whether the key is typed into a field, or a dialog is open. */
  readonly isTaken: boolean;
}

/** Returns the action of a key, if any. @param isWaiting whether `g` was pressed immediately before */
export function readKey(
  { key, hasModifier, isTaken }: Key,
  isWaiting: boolean,
  hasSingleKeys: boolean,
): Press | undefined {
  if (hasModifier || isTaken || !hasSingleKeys) return undefined;
  if (isWaiting && Object.hasOwn(goKeys, key)) return { does: 'go', to: goKeys[key as keyof typeof goKeys].to };
  switch (key) {
    case 'g':
      return { does: 'wait' };
    case '/':
      return { does: 'palette' };
    case '?':
      return { does: 'help' };
    case 'n':
      return { does: 'new-job' };
    default:
      return undefined;
  }
}
