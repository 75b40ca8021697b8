import ignore from 'ignore';
import type { SiteSource } from '../../source/site-source.ts';
import { decodeText } from '../../text/decode-text.ts';

/** Folders of tools. */
const defaultFolders = [
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
];

/**
 * Files for contributors to the repository: the format's own list, and names that code hosts and coding agents expect.
 * A site can turn such a file into a page by listing it. The names match only in capitals, so `changelog.mdx` is a
 * page.
 */
const repositoryTexts =
  /^[Ss][Kk][Ii][Ll][Ll]\.md$|^(?:README|LICENSE|CHANGELOG|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|SUPPORT|GOVERNANCE|MAINTAINERS)\.mdx?$|(?:^|\/)(?:AGENTS|CLAUDE|GEMINI|CONVENTIONS|PULL_REQUEST_TEMPLATE)(?:\.local)?\.mdx?$/;

/** Notes of tools and of migrations: `.vale/README.md`, `.pr-body.md`. */
const hiddenName = /(?:^|\/)\./;

export interface IgnoreRules {
  /** Whether a path isn't part of the site: tools' folders, then `.mintignore` in gitignore syntax. */
  readonly isIgnored: (path: string) => boolean;
  /** Whether a file is a page only if the navigation lists it. */
  readonly isRepositoryText: (path: string) => boolean;
}

/** The default rules as one expression: most sites have no other rules, and each path is checked several times. */
const ofTools = new RegExp(
  `(?:^|/)(?:${defaultFolders.map((rule) => rule.replace('.', '\\.').replace(/\/$/, '(?=/)')).join('|')})(?:/|$)`,
  'i',
);
const isOfTools = (path: string): boolean => ofTools.test(path);

/** Adds a site's own rules, which can override a default: `!.cursor/`. */
function ownRules(text: string): (path: string) => boolean {
  const rules = ignore().add(defaultFolders).add(text);
  return (path) => rules.ignores(path);
}

export function readIgnore(source: SiteSource): IgnoreRules {
  const own = source.read('.mintignore');
  return {
    isIgnored: own === undefined ? isOfTools : ownRules(decodeText(own).text),
    isRepositoryText: (path) => repositoryTexts.test(path) || hiddenName.test(path),
  };
}
