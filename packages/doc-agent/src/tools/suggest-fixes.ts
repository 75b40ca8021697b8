import { toUniqueEdits } from '../edit/to-unique-edits.ts';
import type { TextEdit } from '../text/edit-text.ts';
import { findBrokenLinks } from '../links/find-broken-links.ts';
import type { BrokenLink } from '../links/find-broken-links.ts';
import { isPageFile } from '../paths/page-index.ts';
import { writeTarget } from '../links/rewrite-links.ts';
import { loadSiteConfig, type SiteConfigFiles } from '../navigation/load-site-config.ts';
import { isRedirected, readRedirects } from '../navigation/redirects.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { GateIssue, JsonValue } from '../ports.ts';
import { findAnchorFixes, findDoubledParentheses } from './fix-anchors.ts';
import { findMisspellings } from '../spelling/find-misspellings.ts';
import type { CorrectedLink } from './corrected-link.ts';
import { correctLinks } from './correct-links.ts';
import { ToolError } from '../errors.ts';

const maxFilesSuggested = 40;
const maxEditsPerFile = 100;
const maxOpenListed = 50;

/** Certain edits by file; uncertain corrections are listed as open. */
export async function suggestFixes(
  context: FixContext,
  paths: readonly string[],
  what: 'links' | 'spelling',
): Promise<JsonValue> {
  const files = await context.workspace.texts(paths.filter(isPageFile));
  const found = await findFixesIn(context, files, what);
  const fixes = files.flatMap(([path, text]) => {
    const edits = toUniqueEdits(text, (found.edits.get(path) ?? []).slice(0, maxEditsPerFile));
    return edits.length === 0 ? [] : [{ path, count: found.edits.get(path)?.length ?? 0, edits }];
  });
  return {
    total: fixes.length,
    fixes: fixes.slice(0, maxFilesSuggested),
    open: found.open.slice(0, maxOpenListed),
    totalOpen: found.open.length,
    ...(found.reasons !== undefined && {
      reasons: found.reasons.slice(0, maxOpenListed).map((reason) => ({ ...reason })),
    }),
  };
}

export interface FoundFixes {
  readonly edits: ReadonlyMap<string, TextEdit[]>;
  readonly open: readonly JsonValue[];
  /** The reason for each correction of a link. */
  readonly reasons?: readonly CorrectedLink[];
}

/** The inputs for finding corrections: the files, and the gate's findings in them. */
export interface FixContext {
  readonly workspace: Workspace;
  readonly listIssues: () => Promise<readonly GateIssue[]>;
}

/** All certain corrections of some pages. */
export async function findFixes(
  context: FixContext,
  paths: readonly string[],
  what: 'links' | 'spelling',
): Promise<FoundFixes> {
  return findFixesIn(context, await context.workspace.texts(paths), what);
}

async function findFixesIn(
  context: FixContext,
  files: readonly (readonly [string, string])[],
  what: 'links' | 'spelling',
): Promise<FoundFixes> {
  return what === 'links' ? findLinkFixes(context, files) : findSpellingFixes(files);
}

async function findLinkFixes(
  { workspace, listIssues }: FixContext,
  files: readonly (readonly [string, string])[],
): Promise<FoundFixes> {
  const edits = new Map<string, TextEdit[]>();
  const open: JsonValue[] = [];
  const reasons: CorrectedLink[] = [];
  const fix = (edit: TextEdit, reason: CorrectedLink): void => {
    const others = edits.get(reason.path);
    if (others === undefined) edits.set(reason.path, [edit]);
    else others.push(edit);
    reasons.push(reason);
  };
  // A site without a readable configuration has no redirects; the gate reports the configuration's error.
  const config = await loadSiteConfig(workspace).catch((error: unknown) => {
    if (error instanceof ToolError) return undefined;
    throw error;
  });
  const broken = await findBroken(workspace, config, files);
  const corrections = await correctLinks(workspace, config, broken);
  for (const link of broken) {
    const { path, line, target, start, end } = link;
    const correction = corrections.get(link);
    if (correction === undefined) open.push({ path, line, target });
    else {
      const text = writeTarget(target, path, correction.path);
      fix({ start, end, text }, { path, line, from: target, to: text, reason: correction.reason });
    }
  }
  for (const { edit, reason } of findDoubledParentheses(files)) fix(edit, reason);
  const anchors = findAnchorFixes(files, await listIssues());
  for (const { edit, reason } of anchors.fixes) fix(edit, reason);
  return { edits, open: [...open, ...anchors.open], reasons };
}

async function findBroken(
  workspace: Workspace,
  config: SiteConfigFiles | undefined,
  files: readonly (readonly [string, string])[],
): Promise<BrokenLink[]> {
  const paths = await workspace.paths();
  // Pages generated from a specification have no file, so links into their folders are not checked.
  const hasSpecification = paths.some((path) =>
    /^(?=.*(?:openapi|swagger|asyncapi|spec|api)).*\.(?:json|ya?ml)$/i.test(path.slice(path.lastIndexOf('/') + 1)),
  );
  const generatedFolder = /^(?:[a-z]{2}\/)?(?:api-reference|api|reference|endpoints?)\//i;
  const redirects = config === undefined ? [] : readRedirects(config);
  return findBrokenLinks(files, {
    paths,
    isRedirected: (path) => isRedirected(redirects, path),
    isGenerated: (path) => hasSpecification && generatedFolder.test(path),
  });
}

/**
 * Translations are in a folder named after their language: `fr/guides/start.mdx`. The list contains only English words.
 */
const otherLanguage =
  /^(?:.+\/)?(?:ar|bg|ca|cn|cs|da|de|es|fi|fr|he|hi|hu|id|it|ja|jp|ko|lv|nl|no|pl|pt|ro|ru|sv|tr|uk|uz|vi|zh)(?:-[A-Za-z]{2,4})?\//;

function findSpellingFixes(files: readonly (readonly [string, string])[]): FoundFixes {
  const edits = new Map<string, TextEdit[]>();
  for (const [path, text] of files) {
    if (otherLanguage.test(path)) continue;
    const found = findMisspellings(text);
    if (found.length > 0)
      edits.set(
        path,
        found.map(({ start, end, correction }) => ({ start, end, text: correction })),
      );
  }
  return { edits, open: [] };
}
