/**
 * Measures how often the fast lexers assign a character the same class as Shiki, on real code blocks.
 *
 *     node bench/highlight/measure-agreement.ts <folder of docs repositories> [--language <name>]
 *
 * Whitespace isn't counted. With `--language`, the most common differences are listed, with a sample of each.
 */
import { createShikiTokenizer } from '../../packages/highlight/src/shiki.ts';
import { findFastLexer } from '../../packages/highlight/src/fast-lexers.ts';
import { noTokens } from '../../packages/highlight/src/token-class.ts';
import type { Tokens } from '../../packages/highlight/src/token-class.ts';
import { readCodeBlocks } from './read-blocks.ts';
import type { CodeBlock } from './read-blocks.ts';

const [folder = '', flag, only] = process.argv.slice(2);
if (folder === '') throw new Error('usage: measure-agreement.ts <folder> [--language <name>]');
const byLanguage = Map.groupBy(readCodeBlocks(folder), (block) => block.language);
const shiki = createShikiTokenizer();
const differences = new Map<string, { count: number; samples: string[] }>();

const totals = { agreed: 0, counted: 0, lines: 0, ourMs: 0, shikiMs: 0 };

console.log('language      blocks   chars  agree %   ours ms/1000 lines  Shiki ms/1000 lines');
for (const [language, blocks] of [...byLanguage].sort((a, b) => b[1].length - a[1].length)) {
  if (flag === '--language' && only !== language) continue;
  if (findFastLexer(language) === undefined || !shiki.has(language)) continue;
  console.log(row(language, blocks));
}
console.log(
  `all: ${((100 * totals.agreed) / Math.max(1, totals.counted)).toFixed(1)} % of ${totals.counted} characters agree; per 1,000 of ${totals.lines} lines ours ${((1000 * totals.ourMs) / Math.max(1, totals.lines)).toFixed(1)} ms, Shiki ${((1000 * totals.shikiMs) / Math.max(1, totals.lines)).toFixed(1)} ms`,
);
if (flag === '--language') {
  for (const [name, { count, samples }] of [...differences].sort((a, b) => b[1].count - a[1].count).slice(0, 25)) {
    console.log(String(count).padStart(7), name.padEnd(12), samples.join('  ¦  '));
  }
}

function row(language: string, blocks: readonly CodeBlock[]): string {
  let agreed = 0;
  let counted = 0;
  let lines = 0;
  let ourMs = 0;
  let shikiMs = 0;
  for (const { code } of blocks.slice(0, 700)) {
    lines += code.split('\n').length;
    const startedAt = performance.now();
    const ours = noTokens();
    findFastLexer(language)?.(code, ours, 0);
    const turnedAt = performance.now();
    const theirs = shiki.tokenize(code, language);
    shikiMs += performance.now() - turnedAt;
    ourMs += turnedAt - startedAt;
    if (theirs === undefined) continue;
    const [same, all] = compare(code, ours, theirs);
    agreed += same;
    counted += all;
  }
  totals.agreed += agreed;
  totals.counted += counted;
  totals.lines += lines;
  totals.ourMs += ourMs;
  totals.shikiMs += shikiMs;
  const percent = ((100 * agreed) / Math.max(1, counted)).toFixed(1);
  const speed = [ourMs, shikiMs].map((ms) => ((1000 * ms) / Math.max(1, lines)).toFixed(1).padStart(18));
  return `${language.padEnd(12)} ${String(blocks.length).padStart(7)} ${String(counted).padStart(7)} ${percent.padStart(8)} ${speed.join(' ')}`;
}

function compare(code: string, ours: Tokens, theirs: Tokens): [same: number, all: number] {
  let same = 0;
  let all = 0;
  let a = 0;
  let b = 0;
  for (let at = 0; at < code.length; at++) {
    while ((ours.ends[a] ?? code.length) <= at) a++;
    while ((theirs.ends[b] ?? code.length) <= at) b++;
    if (/\s/.test(code[at] ?? '')) continue;
    all++;
    const mine = ours.classes[a] ?? '';
    const wanted = theirs.classes[b] ?? '';
    if (mine === wanted) same++;
    else noteDifference(`${wanted || '-'} not ${mine || '-'}`, code, at);
  }
  return [same, all];
}

function noteDifference(name: string, code: string, at: number): void {
  const entry = differences.get(name) ?? { count: 0, samples: [] };
  entry.count++;
  const sample = `${code.slice(Math.max(0, at - 22), at)}»${code.slice(at, at + 18)}`.replaceAll('\n', '⏎');
  if (entry.count % 97 === 1 && entry.samples.length < 6) entry.samples.push(sample);
  differences.set(name, entry);
}
