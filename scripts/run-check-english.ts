import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareWithBaseline, countByFile, type EnglishBaseline } from './english-baseline.ts';
import { checkFile, listEnglishFiles } from './check-english.ts';

/** Maximum number of findings that are shown, because a copied file could have very many. */
const shownFindings = 30;

const root = process.cwd();
const baselinePath = join(root, 'scripts/english-baseline.json');
const files = listEnglishFiles(root);
const findings = files.flatMap((path) => checkFile(root, path));
const counts = countByFile(findings);
if (process.argv.includes('--update')) writeFileSync(baselinePath, `${JSON.stringify(counts, undefined, 2)}\n`);
if (process.argv.includes('--all'))
  for (const { path, line, phrase, say } of findings) console.log(`${path}:${line}: "${phrase}" → ${say}`);
const baseline = JSON.parse(readFileSync(baselinePath, 'utf8')) as EnglishBaseline;
const { worse, better } = compareWithBaseline(counts, baseline);
const shown = findings.filter(({ path }) => worse.includes(path));
for (const { path, line, phrase, say } of shown.slice(0, shownFindings))
  console.error(`${path}:${line}: "${phrase}" → ${say}`);
for (const path of worse)
  console.error(`${path} has ${counts[path]} such phrases; ${baseline[path] ?? 0} are known. Rewrite the new ones.`);
if (worse.length === 0 && better.length > 0)
  console.error(
    `${better.length} files have fewer phrases than known: npx node scripts/run-check-english.ts --update\n${better.slice(0, shownFindings).join('\n')}`,
  );
const inComments = findings.filter(({ kind }) => kind === 'comment').length;
console.log(
  `${files.length} files read: ${findings.length - inComments} phrases to rewrite in text, ${inComments} in comments`,
);
process.exitCode = worse.length > 0 ? 1 : 0;
