/**
 * Gives a model the documentation of public repositories, and merged code changes that required changes to it.
 *
 * node bench/agent-replay/run-code-changes.ts --mirrors <folder> [--json] [--only <id>] [--model-settings <file.json>]
 *
 * `code-changes.json` names the commits, the pages that people changed, and what these pages had to mention. A model
 * that can't write the documentation must say so. The command fails if anything wrong is published, if an answer is
 * misleading, or if no repository is found.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readOptions } from '../../packages/doc-agent/src/rules/options.ts';
import { memoryJournal } from '../../packages/doc-agent/src/testing/memory-journal.ts';
import { chooseModel, type ChosenModel } from './choose-model.ts';
import { findMirror, readCommit } from './read-commit.ts';
import { replayTurn } from './replay-turn.ts';
import { scoreCodeChange, type CodeChange, type CodeChangeScore } from './score-code-change.ts';
import { runAtOnce } from './run-at-once.ts';
import { siteGate } from './site-gate.ts';

/** Maximum number of characters of the code change that a request quotes. */
const maxDiff = 20_000;

/**
 * Writes the request as a colleague would: with the merged change, but without its docs files, which are the solution.
 */
function writePrompt(gitDir: string, commit: string, docsFolder: string): string {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', [`--git-dir=${gitDir}`, ...args], { maxBuffer: 200_000_000 }).toString('utf8');
  const subject = git('show', '-s', '--format=%s', commit).trim();
  const paths = docsFolder === '' ? ['.', ':!*.mdx'] : ['.', `:!${docsFolder}`];
  const diff = git('show', '--format=', '--unified=2', commit, '--', ...paths).slice(0, maxDiff);
  const fence = '`'.repeat(Math.max(3, ...[...diff.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `This change was merged: ${subject}\n\nUpdate the documentation if its readers need to know.\n\n${fence}diff\n${diff}\n${fence}`;
}

async function runPair(pair: CodeChange, mirrors: string, by: ChosenModel): Promise<CodeChangeScore | undefined> {
  const code = findMirror(mirrors, pair.code.repository);
  const docs = findMirror(mirrors, pair.docs.repository);
  if (code === undefined || docs === undefined) return undefined;
  const { files, docsFolder } = readCommit(docs, `${pair.docs.commit}~1`);
  using site = siteGate(files);
  const prompt = writePrompt(code, pair.code.commit, docsFolder);
  const outcome = await replayTurn({ site, by, journal: memoryJournal(), turn: 1, prompt });
  return scoreCodeChange(pair, files, { ...outcome, prompt, options: readOptions(outcome.summary) });
}

const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    json: { type: 'boolean' },
    only: { type: 'string' },
    'model-settings': { type: 'string' },
  },
});
const { mirrors } = values;
if (mirrors === undefined) throw new Error('--mirrors <folder> is required: see bench/agent-replay/README.md');
const pairs = (
  JSON.parse(readFileSync(new URL('code-changes.json', import.meta.url), 'utf8')) as readonly CodeChange[]
).filter(({ id }) => values.only === undefined || values.only === id);
await using chosen = await chooseModel(values['model-settings']);
const scores: CodeChangeScore[] = [];
await runAtOnce(chosen.atOnce, pairs, async (pair) => {
  const score = await runPair(pair, mirrors, chosen);
  if (score === undefined) return;
  scores.push(score);
  if (values.json !== true && score.verdict !== 'right' && score.verdict !== 'no change')
    console.log(`${score.verdict}: ${score.id}\n  ${score.differences.join('\n  ')}`);
});
const count = (verdict: CodeChangeScore['verdict']): number =>
  scores.filter((score) => score.verdict === verdict).length;
const summary = {
  model: `${chosen.model.provider}/${chosen.model.modelId}`,
  pairs: scores.length,
  right: count('right'),
  incomplete: count('incomplete'),
  'no change': count('no change'),
  misleading: count('misleading'),
  wrong: count('wrong'),
  missing: pairs.length - scores.length,
};
if (values.json === true) console.log(JSON.stringify({ ...summary, scores }));
else console.table([summary]);
if (scores.length === 0) console.error('no pair was run, because no repository was found');
process.exitCode = scores.length === 0 || summary.wrong + summary.misleading > 0 ? 1 : 0;
