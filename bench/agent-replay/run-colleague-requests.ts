/**
 * Runs requests in colleagues' own words, and multi-turn conversations, against the states before real commits. The
 * requests describe these commits, and don't follow the engine's grammar.
 *
 * node bench/agent-replay/run-colleague-requests.ts --mirrors <folder> [--json] [--set open] [--only <id>]
 * [--model-settings <file.json>]
 *
 * `--set open` runs only the open half of the requests. Only the totals of the held-out half are printed. For
 * comparison, an engine that does nothing is also scored. The command fails if anything is wrong or misleading, if too
 * few requests succeed, or if no repository is found.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readOptions } from '../../packages/doc-agent/src/rules/options.ts';
import { memoryJournal } from '../../packages/doc-agent/src/testing/memory-journal.ts';
import { chooseModel, type ChosenModel } from './choose-model.ts';
import { countVerdicts, findFailures } from './judge-totals.ts';
import { findMirror, readCommit, type RepositoryState } from './read-commit.ts';
import { replayTurn } from './replay-turn.ts';
import { runAtOnce } from './run-at-once.ts';
import {
  scoreColleagueRequest,
  type ColleagueRequest,
  type ColleagueScore,
  type Ending,
} from './score-colleague-request.ts';
import { scoreConversation, type Conversation } from './score-conversation.ts';
import { siteGate } from './site-gate.ts';

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

type Site = ReturnType<typeof siteGate>;

async function runRequest(prompt: string, site: Site, by: ChosenModel): Promise<Ending> {
  const run = (each: string) => replayTurn({ site, by, journal: memoryJournal(), turn: 1, prompt: each });
  const outcome = await run(prompt);
  const offered: Ending['offered'][number][] = [];
  if (outcome.result !== 'changes')
    for (const request of readOptions(outcome.summary)) offered.push({ request, ending: await run(request) });
  return { ...outcome, offered };
}

async function runConversation({ turns }: Conversation, site: Site, by: ChosenModel): Promise<Ending> {
  const journal = memoryJournal();
  let ending: Ending | undefined;
  for (const [index, turn] of turns.entries()) {
    const [option = ''] = ending === undefined ? [] : readOptions(ending.summary);
    const prompt = turn.replace('{option}', () => option);
    ending = { ...(await replayTurn({ site, by, journal, turn: index + 1, prompt })), offered: [] };
  }
  if (ending === undefined) throw new Error('a conversation must have at least one turn');
  return ending;
}

interface Case {
  readonly set: 'open' | 'held out' | 'follow-ups';
  readonly kind: ColleagueRequest['kind'];
  readonly repository: string;
  readonly commit: string;
  readonly id: string;
  readonly run: (site: Site, by: ChosenModel) => Promise<Ending>;
  readonly score: (files: RepositoryState['files'], ending: Ending) => ColleagueScore;
}

const listRequests = (set: Case['set'], requests: readonly ColleagueRequest[]): Case[] =>
  requests.map((request) => ({
    set,
    ...request,
    run: (site, by) => runRequest(request.prompt, site, by),
    score: (files, ending) => scoreColleagueRequest(request, files, ending),
  }));

const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    json: { type: 'boolean' },
    only: { type: 'string' },
    set: { type: 'string' },
    'model-settings': { type: 'string' },
  },
});
const { mirrors } = values;
if (mirrors === undefined) throw new Error('--mirrors <folder> is required: see bench/agent-replay/README.md');
const cases: Case[] = [
  ...listRequests('open', read('colleague-requests.json') as ColleagueRequest[]),
  ...listRequests('held out', read('colleague-requests-held-out.json') as ColleagueRequest[]),
  ...(read('conversations.json') as Conversation[]).map((conversation): Case => ({
    set: 'follow-ups',
    kind: 'mechanical',
    ...conversation,
    run: (site, by) => runConversation(conversation, site, by),
    score: (files, ending) => scoreConversation(conversation, files, ending),
  })),
]
  .filter(({ set }) => values.set === undefined || values.set === set)
  .filter(({ id, set }) => values.only === undefined || (values.only === id && set !== 'held out'));

await using chosen = await chooseModel(values['model-settings']);
const scored: {
  readonly set: Case['set'];
  readonly kind: Case['kind'];
  readonly score: ColleagueScore;
  readonly idle: ColleagueScore;
}[] = [];
const missing = new Set<string>();
const nothing: Ending = { result: 'no_changes', summary: 'Nothing to do.', overlay: new Map(), offered: [] };
const states = Map.groupBy(cases, ({ repository, commit }) => `${repository} ${commit}`);
await runAtOnce(chosen.atOnce, states, async ([state, those]) => {
  const [repository = '', commit = ''] = state.split(' ');
  const gitDir = findMirror(mirrors, repository);
  if (gitDir === undefined) {
    missing.add(repository);
    return;
  }
  const { files } = readCommit(gitDir, `${commit}~1`);
  using site = siteGate(files);
  for (const each of those) {
    const ending = await each.run(site, chosen);
    const score = each.score(files, ending);
    scored.push({ set: each.set, kind: each.kind, score, idle: each.score(files, nothing) });
    const isShown = each.set !== 'held out' && score.verdict !== 'right' && score.verdict !== 'right proposal';
    if (isShown && values.json !== true)
      console.log(`${score.verdict}: ${each.id}\n  ${score.differences.join('\n  ')}`);
    if (values.only !== undefined) console.log(ending.result, ending.summary);
  }
});

const sets = (['open', 'held out', 'follow-ups'] as const).filter((set) => cases.some((each) => each.set === set));
const inSet = (set: Case['set']) => scored.filter((each) => each.set === set);
const table = sets.flatMap((set) => {
  const those = inSet(set);
  const mechanical = those.filter(({ kind }) => kind === 'mechanical').map(({ score }) => score);
  return [
    countVerdicts(
      set,
      those.map(({ score }) => score),
    ),
    ...(mechanical.length < those.length ? [countVerdicts(`${set}: mechanical`, mechanical)] : []),
    countVerdicts(
      `${set}: doing nothing`,
      those.map(({ idle }) => idle),
    ),
  ];
});
const failures = values.only === undefined ? sets.flatMap((set) => findFailures(set, inSet(set))) : [];
if (values.json === true) {
  const shown = scored.filter(({ set }) => set !== 'held out').map(({ score }) => score);
  console.log(JSON.stringify({ table, failures, missing: [...missing], scores: shown }));
} else {
  console.table(table);
  for (const failure of failures) console.log(failure);
  if (missing.size > 0) console.log(`repositories not found: ${[...missing].join(', ')}`);
}
process.exitCode = failures.length > 0 ? 1 : 0;
