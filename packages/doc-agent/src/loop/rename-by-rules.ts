import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { formatLocation } from '../code/citation.ts';
import { isLfsPointer, type CodeLibrary } from '../code/code-library.ts';
import { hasReadersNames, kindOfName } from '../code/find-changed-names.ts';
import { decodeText } from '../overlay/decode-text.ts';
import { listPositions, renameInPage } from '../replacement/rename-in-page.ts';
import { countOf } from '../text/count-of.ts';
import { limitBytes } from '../tools/code-input.ts';
import { editMany } from '../tools/mechanical-edits.ts';
import type { Citation } from '../turn.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { AffectedPages, PageMention } from './find-affected-pages.ts';
import type { FinishRequest } from './finish-turn.ts';

interface RuleContext {
  readonly workspace: Workspace;
  readonly code: CodeLibrary | undefined;
  readonly signal: AbortSignal;
}

/**
 * Updates pages after code changes as far as rules can: renames that are certain are made. Removed names that pages
 * still mention are left to people. A rename is certain if the code no longer has the old name, but has the new one.
 */
export async function renameByRules(affected: AffectedPages, context: RuleContext): Promise<FinishRequest> {
  const { names, mentions } = affected;
  const mentioned = new Set(mentions.map(({ name }) => name));
  const candidates = [...names.renamed].filter(([old]) => mentioned.has(old));
  const removedNames = names.removed.filter((name) => mentioned.has(name));
  const found = await findInCode(context, [...candidates.flat(), ...removedNames]);
  // Without the code, only complete changes can show that a name was removed.
  const isGone = (name: string): boolean => (found === undefined ? !affected.isCut : !found.has(name));
  const certain = candidates.filter(([old, name]) => isGone(old) && (found?.has(name) ?? true));
  const certainNames = new Set(certain.map(([old]) => old));
  const renamed = await renameInPages(certain, mentions, context);
  const left = mentions.filter(({ name }) => (renamed.kept.has(name) || !certainNames.has(name)) && isGoneName(name));
  const report = [describeRenames(renamed.done), describeLeft(left, renamed.done.length > 0), describeLooked(affected)];
  const summary = report.filter((part) => part !== '').join('\n\n');
  if (renamed.done.length === 0) {
    const outcome = left.length === 0 ? 'no_changes' : 'needs_model';
    return { outcome, title: outcome === 'no_changes' ? 'No changes' : 'Needs another model', summary };
  }
  const citations = renamed.done.flatMap(({ name }): Citation[] => {
    const location = found?.get(name);
    return location === undefined ? [] : [{ claim: `The ${kindOfName(name)} is named \`${name}\`.`, location }];
  });
  return { outcome: 'changes', title: titleOf(renamed.done), summary, citations };

  function isGoneName(name: string): boolean {
    return (removedNames.includes(name) || names.renamed.has(name)) && isGone(name);
  }
}

interface Rename {
  readonly old: string;
  readonly name: string;
  readonly times: number;
  readonly files: number;
}

async function renameInPages(
  certain: readonly (readonly [string, string])[],
  mentions: readonly PageMention[],
  { workspace }: RuleContext,
): Promise<{ readonly done: readonly Rename[]; readonly kept: ReadonlySet<string> }> {
  const done: Rename[] = [];
  const kept = new Set<string>();
  for (const [old, name] of certain) {
    const paths = [...new Set(mentions.flatMap((mention) => (mention.name === old ? [mention.path] : [])))];
    let times = 0;
    const edits = await editMany(workspace, paths, (path, text) => {
      const { text: after, replaced } = renameInPage({ path, text }, { old, name });
      times += replaced;
      return after;
    });
    if (edits.changes.length < paths.length) kept.add(old);
    if (edits.changes.length === 0) continue;
    await workspace.apply([], { byRule: edits.changes });
    done.push({ old, name, times, files: edits.changes.length });
  }
  return { done, kept };
}

/** The location of each name in the newest code; `undefined` if the turn has no code. */
async function findInCode(
  { code, signal }: RuleContext,
  names: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> {
  if (code === undefined) return undefined;
  const found = new Map<string, string>();
  if (names.length === 0) return found;
  for (const repository of code.repositories) {
    const all = await code.list(repository, repository.commit, signal);
    const { entries } = limitBytes(all.filter(({ path }) => hasReadersNames(path)));
    for await (const { path, bytes } of repository.read(entries, signal)) {
      await yieldToOthers(undefined, { signal });
      const text = isLfsPointer(bytes) ? undefined : decodeText(bytes);
      const sought = names.filter((name) => !found.has(name) && text?.includes(name) === true);
      for (const [index, line] of sought.length === 0 ? [] : (text ?? '').split('\n').entries())
        for (const name of sought)
          if (!found.has(name) && listPositions(line, name).length > 0) {
            const at = { repository: repository.name, commit: repository.commit, path };
            found.set(name, formatLocation({ ...at, from: index + 1, to: index + 1 }));
          }
    }
  }
  return found;
}

const titleOf = ([first, ...others]: readonly Rename[]): string =>
  others.length > 0 || first === undefined
    ? `Rename ${others.length + 1} names that changed in the code`
    : `Rename ${first.old} to ${first.name}`;

function describeRenames(done: readonly Rename[]): string {
  if (done.length === 0) return '';
  const lines = done.map(
    ({ old, name, times, files }) =>
      `- \`${old}\` → \`${name}\` (${countOf(times, 'time')} in ${countOf(files, 'file')})`,
  );
  return `The code has new names, which the pages now use:\n\n${lines.join('\n')}`;
}

const maxListed = 10;

function describeLeft(left: readonly PageMention[], hasChanges: boolean): string {
  if (left.length === 0) return '';
  const lines = left.slice(0, maxListed).map(({ name, path, line }) => `- \`${name}\`: \`${path}\` line ${line}`);
  const more = left.length > maxListed ? [`- and ${left.length - maxListed} more`] : [];
  const lead = hasChanges
    ? 'These mentions of names that are no longer in the code were left unchanged'
    : 'Pages mention names that are no longer in the code. What they should say instead requires a language model or a person';
  return `${lead}:\n\n${[...lines, ...more].join('\n')}`;
}

function describeLooked({ names, isCut, hasMore, mentions }: AffectedPages): string {
  const { renamed, removed, added, files, skipped } = names;
  if (files.length === 0) {
    const what = `The changes concern only tests, texts and generated files (${countOf(skipped.length, 'file')}).`;
    return skipped.length === 0 ? 'The changes name no file.' : what;
  }
  const mentioned = new Set(mentions.map(({ name }) => name));
  const hidden = added.filter((name) => !mentioned.has(name));
  const all = [...renamed.keys(), ...removed, ...added];
  const where = `${countOf(files.length, 'changed file')} (${listSome(files)})`;
  const looked =
    all.length === 0
      ? `Checked ${where}: no option, variable, route or other name that readers may know was renamed, removed or added.`
      : `Checked ${where} and ${countOf(all.length, 'name')} (${listSome(all)}): ${
          mentioned.size === 0
            ? 'no page mentions them'
            : `${countOf(mentioned.size, 'of them is', 'of them are')} on pages`
        }.`;
  const fresh = hidden.length === 0 ? '' : ` New names that no page mentions: ${listSome(hidden)}.`;
  const more = hasMore
    ? ' More names changed, or more lines mention them, than were compared: check the other pages, too.'
    : '';
  return `${looked}${fresh}${more}${isCut ? ' The changes are long, and their end was not read.' : ''}`;
}

function listSome(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `\`${name.replaceAll('`', "'")}\``);
  return names.length > 5 ? `${shown.join(', ')} and ${names.length - 5} more` : shown.join(', ');
}
