import type { CitedLines } from '@docwright/contract';
import { parseLocation, type TurnOutcome } from '@docwright/doc-agent';
import { nameRepositories } from '../../context-repositories/index.ts';
import type { AgentJobRow } from '../tables.ts';

/** The lines that an answer cites, with stored addresses of their repositories. */
export function listCitedLines(
  { repository, base_commit: commit, context }: Pick<AgentJobRow, 'repository' | 'base_commit' | 'context'>,
  docsFolder: string,
  { citations, citedLines }: Pick<TurnOutcome, 'citations' | 'citedLines'>,
): CitedLines[] {
  const ofDocs = citedLines.flatMap(({ path, from, to }) =>
    commit === null ? [] : [{ repository, commit, path: docsFolder === '' ? path : `${docsFolder}/${path}`, from, to }],
  );
  const names = nameRepositories(context.map((read) => read.repository));
  const ofCode = citations.flatMap(({ location }) => {
    const place = parseLocation(location);
    const read = place && context[names.indexOf(place.repository)];
    return place === undefined || read === undefined ? [] : [{ ...place, repository: read.repository }];
  });
  return [...ofDocs, ...ofCode];
}
