import type { TurnOutcome } from '../../../packages/doc-agent/src/index.ts';
import { scoreRequest } from '../score-request.ts';
import type { RecordedTask } from './task.ts';

export interface RecordedScore {
  readonly verdict: 'right' | 'wrong';
  /** The facts that aren't true. */
  readonly differences: readonly string[];
}

type Ending = Pick<TurnOutcome, 'result' | 'summary' | 'overlay' | 'gate' | 'citations' | 'citedLines'>;

/** The ending of an engine that does nothing. */
export const idleEnding: Ending = {
  result: 'no_changes',
  summary: 'Nothing has to be changed.',
  overlay: new Map(),
  gate: { status: 'not_run', introduced: [], fixed: 0, existing: 0, repairRounds: 0 },
  citations: [],
  citedLines: [],
};

/** Compares the end of a task with its facts. @throws if the site isn't in the state that the facts describe */
export function scoreRecorded(
  { id, facts }: RecordedTask,
  files: ReadonlyMap<string, Uint8Array>,
  ending: Ending,
): RecordedScore {
  const { result, summary, overlay, gate, citations, citedLines } = ending;
  const optional = Object.entries(facts.optional ?? {}).filter(([path]) => overlay.has(path));
  const touched = { ...facts.touched, ...Object.fromEntries(optional) };
  const changed = scoreRequest({ site: id, prompt: '', touched }, files, ending);
  if (changed.verdict === 'stale') throw new Error(`${id}: ${changed.differences.join('; ')}`);
  const written = [...overlay].flatMap(([path, entry]) => (entry.kind === 'write' ? [[path, entry.content]] : []));
  const differences = [
    ...(result === facts.result ? [] : [`the result is ${result} instead of ${facts.result}`]),
    ...(result === 'changes' && gate.status !== 'passed' ? [`the docs gate ended with ${gate.status}`] : []),
    ...changed.differences,
    ...(facts.says ?? [])
      .filter((text) => !summary.includes(text))
      .map((text) => `doesn't say ${JSON.stringify(text)}`),
    ...(facts.nowhere ?? []).flatMap((text) =>
      written.filter(([, content]) => content?.includes(text)).map(([path]) => `${path} has ${JSON.stringify(text)}`),
    ),
    ...(facts.cites ?? [])
      .filter((path) => !citedLines.some((lines) => lines.path === path))
      .map((path) => `no line of ${path} is cited`),
    ...(facts.citesCode ?? [])
      .filter((path) => !citations.some(({ location }) => location.includes(`:${path}#`)))
      .map((path) => `no code in ${path} is cited`),
  ];
  return { verdict: differences.length === 0 ? 'right' : 'wrong', differences };
}
