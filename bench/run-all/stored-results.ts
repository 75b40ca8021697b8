import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { measurements } from '../measurements/index.ts';
import { sizingRows } from '../measurements/sizing-rows.ts';
import { keyOf, type Result, type Results } from './measurement.ts';
import { formatBenchTable, replaceSizingRows, replaceTable } from './tables.ts';

const bench = dirname(import.meta.dirname);
const resultsFile = join(bench, 'results.json');

export function readResults(): Results {
  return JSON.parse(readFileSync(resultsFile, 'utf8')) as Results;
}

/** Replaces the stored result of one measurement. */
export function storeResult(key: string, result: Result): void {
  const results = { ...readResults(), [key]: result };
  const inOrder = measurements.map(keyOf).flatMap((each) => {
    const stored = results[each];
    return stored === undefined ? [] : [[each, stored] as const];
  });
  writeFileSync(resultsFile, `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`);
}

/** Returns the generated pages, by their absolute path. */
export function writePages(results: Results): ReadonlyMap<string, string> {
  const readme = join(bench, 'README.md');
  const sizing = join(dirname(bench), 'docs/operate/sizing.mdx');
  return new Map([
    [readme, replaceTable(readFileSync(readme, 'utf8'), formatBenchTable(measurements, results))],
    [sizing, replaceSizingRows(readFileSync(sizing, 'utf8'), sizingRows, results)],
  ]);
}

export function generatePages(): void {
  for (const [path, text] of writePages(readResults())) writeFileSync(path, text);
}
