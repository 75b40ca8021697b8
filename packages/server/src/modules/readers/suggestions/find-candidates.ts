import { groupTopics } from './group-topics.ts';
import type { Signals } from './read-signals.ts';
import { suggestionId, type Candidate } from './signal.ts';
import type { Action } from './find-actions.ts';

/**
 * Finds candidates in signals, and adds the subjects that someone acted on, which may have no new signals.
 */
export function findCandidates(
  projectId: string,
  signals: Signals,
  actions: readonly Pick<Action, 'id' | 'kind' | 'subject'>[],
): { readonly candidates: readonly Candidate[]; readonly complete: boolean } {
  const subjectsOf = (kind: Candidate['kind']): readonly string[] =>
    actions.filter((action) => action.kind === kind).map(({ subject }) => subject);
  const topics = groupTopics(
    signals.topics,
    subjectsOf('missing_topic').map((subject) => subject.split(' ')),
  );
  const withPath = (kind: 'unhelpful_page' | 'missing_address', groups: Signals['byPage']): Candidate[] =>
    [...new Set([...groups.keys(), ...subjectsOf(kind)])].map((subject) => ({
      id: suggestionId(projectId, kind, subject),
      kind,
      subject,
      signals: groups.get(subject) ?? [],
    }));
  const candidates = [
    ...topics.topics.map(({ stems, signals: own }): Candidate => {
      const subject = stems.join(' ');
      return { id: suggestionId(projectId, 'missing_topic', subject), kind: 'missing_topic', subject, signals: own };
    }),
    ...withPath('unhelpful_page', signals.byPage),
    ...withPath('missing_address', signals.byAddress),
  ];
  return { candidates, complete: signals.complete && topics.complete };
}
