import type { AutomationEvidence, SuggestionKind } from '@docwright/contract';
import { cleanEvidence, maxEvidence, type ReaderEvidence } from '@docwright/doc-agent';
import type { AnyTransaction } from '../../../platform/job-engine/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';
import { suggestionKindsOf } from './kinds.ts';
import type { OpenSuggestion, OpenSuggestions } from './open-suggestions.ts';
import type { AutomationRow } from './tables.ts';

/** Maximum number of reports about one suggestion, so that one page doesn't displace the others. */
const maxTexts = 5;

/** Finds the suggestions that a run would act on; `undefined` if the automation doesn't depend on suggestions. */
export async function findSuggestionsFor(
  { suggestions }: { readonly suggestions: OpenSuggestions },
  automation: AutomationRow,
): Promise<readonly OpenSuggestion[] | undefined> {
  const kinds = suggestionKindsOf(automation);
  if (kinds === undefined) return undefined;
  const { project_id: projectId, min_readers: minReaders } = automation;
  return suggestions.find({ projectId, kinds, minReaders });
}

/** Returns the first suggestions whose texts fit in one job. Other suggestions are left for the next run. */
export function fitSuggestions(found: readonly OpenSuggestion[]): readonly OpenSuggestion[] {
  let room = maxEvidence;
  return found.filter(({ words }) => {
    room -= Math.min(words.length, maxTexts);
    return room >= 0;
  });
}

/**
 * Claims the suggestions for the caller's transaction, except those that someone else acted on in the meantime. Every
 * run claims them in the same order, so that no two runs wait for each other.
 */
export async function claimSuggestions(
  suggestions: OpenSuggestions,
  tx: AnyTransaction,
  { projectId, found }: { readonly projectId: string; readonly found: readonly OpenSuggestion[] },
): Promise<readonly OpenSuggestion[]> {
  const claimed = new Set<string>();
  for (const one of found.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    if (await suggestions.claim(tx, projectId, one)) claimed.add(one.id);
  return found.filter(({ id }) => claimed.has(id));
}

/** Returns readers' words for the agent, which quotes them as data. */
export function toReaderEvidence(found: readonly OpenSuggestion[]): ReaderEvidence[] {
  return found.flatMap(({ kind, subject, words }, index) => {
    const about = { missing_topic: `topic ${index + 1}`, unhelpful_page: subject, missing_address: undefined }[kind];
    return words.slice(0, maxTexts).map((one) => ({
      kind: one.kind,
      text: one.text ?? '(thumbs down without a comment)',
      visitors: one.visitors,
      ...(about !== undefined && { about }),
    }));
  });
}

/**
 * Returns the suggestions as a run shows them, without readers' words. Those words are stored only as long as readers'
 * data, and only people with access to analytics can read them.
 */
export const toRunEvidence = (found: readonly OpenSuggestion[]): AutomationEvidence[] =>
  found.map((one) => ({ kind: 'suggestion', text: describeSuggestion(one), source: one.id }));

export function describeSuggestion({ kind, subject, visitors }: OpenSuggestion): string {
  const readers = countOf(visitors, 'reader');
  switch (kind) {
    case 'missing_topic':
      return `${readers} found nothing about a topic that they searched for or asked about.`;
    case 'unhelpful_page':
      return `${readers} found the page ${cleanEvidence(subject)} unhelpful.`;
    case 'missing_address':
      return `${readers} opened an address that the site doesn't have.`;
  }
}

const what: Readonly<Record<SuggestionKind, string>> = {
  missing_topic: ' about a missing topic',
  unhelpful_page: ' about an unhelpful page',
  missing_address: ' about a missing address',
};

/** Returns the reason why a run has nothing to do. */
export function describeNothing(automation: AutomationRow): string {
  const [kind, ...others] = suggestionKindsOf(automation) ?? [];
  const about = kind === undefined || others.length > 0 ? '' : what[kind];
  const readers = countOf(automation.min_readers, 'reader');
  return `No open suggestion${about} has unhandled reports from at least ${readers} in the last 30 days.`;
}
