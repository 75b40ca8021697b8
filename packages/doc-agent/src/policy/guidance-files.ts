import { isReadablePath } from './readable-path.ts';

export interface GuidanceFile {
  /** Folder of the pages to which the guidance applies; empty for all pages. */
  readonly scope: string;
  /** If not all files fit, those of a lower rank are read first. */
  readonly rank: number;
}

/** Names under which teams keep instructions for agents and writers, by rank. */
const names: readonly RegExp[] = [
  /^(?:AGENTS|CLAUDE)\.md$|^\.github\/copilot-instructions\.md$|^\.cursorrules$/,
  /^(?:docs[-_])?(?:style[-_]?guide|writing[-_]?(?:guide|style))\.mdx?$|^STYLE\.md$/i,
  /^(?:\.github\/)?CONTRIBUTING\.mdx?$/,
];
const cursorRules = '.cursor/rules/';

/** Guidance files that are looked up by name in each folder above the docs folder. */
export const guidanceNames = [
  'AGENTS.md',
  'CLAUDE.md',
  '.github/copilot-instructions.md',
  '.cursorrules',
  'STYLE_GUIDE.md',
  'STYLEGUIDE.md',
  'style-guide.md',
  'CONTRIBUTING.md',
] as const;

/** The scope and rank of a guidance file, or `undefined` if the file isn't one. */
export function findGuidanceFile(path: string): GuidanceFile | undefined {
  const { scope, name } = splitPath(path);
  const isRule = name.startsWith(cursorRules) && /\.mdc?$/.test(name);
  const rank = isRule ? 0 : names.findIndex((pattern) => pattern.test(name));
  return rank === -1 || !isReadablePath(path) ? undefined : { scope, rank };
}

/**
 * Splits a path into scope and name. Files in `.github` and `.cursor/rules` apply to the folder that contains these
 * folders.
 */
function splitPath(path: string): { readonly scope: string; readonly name: string } {
  const rulesAt = `/${path}`.indexOf(`/${cursorRules}`);
  const last = path.lastIndexOf('/');
  const isInGithub = last !== -1 && `/${path.slice(0, last)}`.endsWith('/.github');
  const from = rulesAt === -1 ? (isInGithub ? last - '.github'.length : last + 1) : rulesAt;
  return { scope: path.slice(0, Math.max(0, from - 1)), name: path.slice(from) };
}

/**
 * Whether a file is guidance instead of a page: readers never see it, and searches don't find it. A style guide that
 * the navigation lists is a page.
 * @param config the text of each configuration file of the site
 */
export function isGuidanceOnly(path: string, config: string): boolean {
  if (findGuidanceFile(path) === undefined) return false;
  const name = path.replace(/\.mdx?$/, '');
  return ![`"${path}"`, `"${name}"`, `"/${name}"`].some((listed) => config.includes(listed));
}
