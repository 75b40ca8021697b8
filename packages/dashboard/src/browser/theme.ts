import { createStore } from '../api/store.ts';
import { readStored, writeStored } from './stored-text.ts';

export type Theme = 'light' | 'dark' | 'system';

/** `theme.js` reads the same key before the first paint. */
const KEY = 'docwright.theme';
const stored = readStored(KEY);

export const themeChoice = createStore<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system');

export function chooseTheme(theme: Theme): void {
  themeChoice.set(theme);
  writeStored(KEY, theme === 'system' ? undefined : theme);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
