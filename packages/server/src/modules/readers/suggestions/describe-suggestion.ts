/** Creates titles and prompts. Readers' words may appear in titles, quoted and masked, but never in prompts. */
import { cleanEvidence } from '@docwright/doc-agent';
import { redirectScore, type PageName } from './find-near-pages.ts';
import { lastSeen, countVisitors, type Candidate, type Signal } from './signal.ts';

/** A path that can be read only as an address. */
const plainPath = /^\/[\w.~/-]{0,120}$/;

export interface NearPage extends PageName {
  /** Similarity of the page's path to a missing address; 0 if the page was found by search. */
  readonly score: number;
}

export interface Words {
  readonly text: string | null;
  readonly kind: Signal['kind'];
  readonly visitors: number;
  readonly lastSeenAt: Date;
}

/** Combines identical texts by different readers, most readers first. */
export function summarize(signals: readonly Signal[], limit: number): readonly Words[] {
  const groups = Map.groupBy(
    signals.map((signal) => ({ ...signal, text: signal.text === null ? null : cleanEvidence(signal.text) })),
    ({ kind, text }) => JSON.stringify([kind, text?.toLowerCase() ?? null]),
  );
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      const lastSeenAt = lastSeen(group);
      if (first === undefined || lastSeenAt === undefined) return [];
      return [{ text: first.text, kind: first.kind, visitors: countVisitors(group), lastSeenAt }];
    })
    .sort((a, b) => b.visitors - a.visitors || b.lastSeenAt.getTime() - a.lastSeenAt.getTime())
    .slice(0, limit);
}

export function titleOf({ kind, subject }: Candidate, words: readonly Words[], pageTitle?: string): string {
  switch (kind) {
    case 'missing_topic': {
      const { text, kind: source } = words[0] ?? { text: subject, kind: 'search' };
      return source === 'question' ? `No answer to “${text ?? ''}”` : `Nothing found for “${text ?? ''}”`;
    }
    case 'unhelpful_page':
      return `Readers found “${pageTitle ?? cleanEvidence(subject)}” unhelpful`;
    case 'missing_address':
      return `No page at ${cleanEvidence(subject)}`;
  }
}

export function promptOf({ kind, subject }: Candidate, pages: readonly NearPage[]): string {
  const near = pages.filter(({ path }) => plainPath.test(path));
  switch (kind) {
    case 'missing_topic':
      return `Readers look for something that the documentation does not answer: the evidence for this request contains what they searched for and asked. Find out whether the repository has the facts. If so, add them where readers would look for them${near.length === 0 ? '' : `; the closest pages are ${near.map(({ path }) => path).join(', ')}`}. If not, change nothing, and say which facts are missing.`;
    case 'unhelpful_page':
      return `Readers found ${plainPath.test(subject) ? `the page ${subject}` : 'a page'} unhelpful: the evidence for this request contains what they wrote. Improve the page if the repository has the facts. If not, change nothing, and say which facts are missing.`;
    case 'missing_address': {
      const [target] = near;
      if (target !== undefined && target.score >= redirectScore && plainPath.test(subject))
        return `Add a redirect from ${subject} to ${target.path}.`;
      return 'Readers open an address that the site does not have: it is in the evidence for this request. If its page was moved or renamed, add a redirect from it to the new location of the content. If there was never such a page, change nothing, and say so.';
    }
  }
}
