import type { CitedLines } from '@docwright/contract';
import { parseLocation, type TurnOutcome } from '@docwright/doc-agent';
import { nameRepositories } from '../../context-repositories/index.ts';
import type { AgentJobRow } from '../tables.ts';
import { toRepositoryPath } from '../../../project-config/projects/index.ts';

/** Lists the lines that an answer cites, with stored addresses of their repositories. */
export function listCitedLines(
  { repository, base_commit: base, ask, context }: Pick<AgentJobRow, 'repository' | 'base_commit' | 'ask' | 'context'>,
  docsFolder: string,
  { citations, citedLines }: Pick<TurnOutcome, 'citations' | 'citedLines'>,
): CitedLines[] {
  // A draft's commit exists only in our mirror.
  const commit = ask === null ? base : null;
  const ofDocs = citedLines.map(({ path, from, to }) => {
    return { repository, commit, path: toRepositoryPath(docsFolder, path), from, to };
  });
  const names = nameRepositories(context.map((read) => read.repository));
  const ofCode = citations.flatMap(({ location }) => {
    const place = parseLocation(location);
    const read = place && context[names.indexOf(place.repository)];
    return place === undefined || read === undefined ? [] : [{ ...place, repository: read.repository }];
  });
  return [...ofDocs, ...ofCode];
}
