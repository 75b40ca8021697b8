import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { findChangedNames, type ChangedNames } from '../code/find-changed-names.ts';
import { ToolError } from '../errors.ts';
import { loadSiteConfig } from '../navigation/load-site-config.ts';
import { readNavigation, toPagePath } from '../navigation/read-navigation.ts';
import { isPageFile } from '../paths/page-index.ts';
import { omittedChanges, type Evidence } from '../policy/evidence.ts';
import { findMentions } from '../replacement/rename-in-page.ts';
import { listPageFiles } from '../tools/find-pages.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface PageMention {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The changes that started a turn, and the pages that mention what changed. Found without a model. */
export interface AffectedPages {
  readonly names: ChangedNames;
  readonly mentions: readonly PageMention[];
  /** Whether the changes are too long for a turn and were truncated. */
  readonly isCut: boolean;
  /** Whether more names changed, or more lines mention them, than are compared. */
  readonly hasMore: boolean;
}

/** The endings of truncated text: diffs that were truncated when they were read, and evidence that is too long. */
const cutEnds = [omittedChanges, '…'];

const maxNames = 150;
const maxMentions = 300;

export async function findAffectedPages(
  workspace: Workspace,
  evidence: readonly Evidence[],
  signal: AbortSignal,
): Promise<AffectedPages> {
  const diffs = evidence.flatMap(({ kind, text }) => (kind === 'diff' ? [text] : []));
  const names = findChangedNames(diffs);
  const all = [...names.renamed.keys(), ...names.removed, ...names.added];
  const sought = all.slice(0, maxNames);
  const mentions: PageMention[] = [];
  for (const [path, text] of await workspace.texts(await listCurrentPages(workspace))) {
    await yieldToOthers(undefined, { signal });
    for (const mention of findMentions({ path, text }, sought)) mentions.push({ path, ...mention });
    if (mentions.length > maxMentions) break;
  }
  const isCut = diffs.some((text) => cutEnds.some((end) => text.endsWith(end)));
  const hasMore = all.length > maxNames || mentions.length > maxMentions;
  return { names, mentions: mentions.slice(0, maxMentions), isCut, hasMore };
}

/** Pages about the past, which describe earlier versions. */
const historical = /(?:^|[-_/])(?:change-?log|release-?notes?|releases|whats-?new|migrat|upgrad|deprecat)/i;

async function listCurrentPages(workspace: Workspace): Promise<string[]> {
  const { pages } = await listPageFiles(workspace);
  const old = await listOldVersions(workspace);
  const current = pages.filter((path) => !historical.test(path) && !old.has(toPagePath(path)));
  const texts = await workspace.texts(current.filter(isPageFile));
  return texts.flatMap(([path, text]) => (/<Update\b/.test(text) ? [] : [path]));
}

/** Pages that aren't in the default version. */
async function listOldVersions(workspace: Workspace): Promise<ReadonlySet<string>> {
  try {
    const { pages } = readNavigation(await loadSiteConfig(workspace));
    const current = new Set(pages.flatMap(({ path, isCurrent }) => (isCurrent ? [path] : [])));
    return new Set(pages.flatMap(({ path }) => (current.has(path) ? [] : [path])));
  } catch (error) {
    if (error instanceof ToolError) return new Set();
    throw error;
  }
}
