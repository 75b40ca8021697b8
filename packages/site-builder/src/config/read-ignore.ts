import ignore from 'ignore';
import type { SiteSource } from '../site-source.ts';
import { decodeText } from './decode-text.ts';

/** Folders of tools, and files for readers of the repository rather than of the site. */
const defaultRules = [
  '.git/',
  '.github/',
  '.claude/',
  '.agents/',
  '.idea/',
  '.vscode/',
  '.cursor/',
  '.mintlify/',
  'node_modules/',
  '.mintignore',
  '/README.md',
  '/LICENSE.md',
  '/CHANGELOG.md',
  '/CONTRIBUTING.md',
];

/** Whether a path is no part of the site: the format's own list, then what `.mintignore` says in gitignore syntax. */
export function readIgnore(source: SiteSource): (path: string) => boolean {
  const rules = ignore().add(defaultRules);
  const own = source.read('.mintignore');
  if (own !== undefined) rules.add(decodeText(own).text);
  return (path) => rules.ignores(path);
}
