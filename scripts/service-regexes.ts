import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSlowText } from './pump-regex.ts';
import { readRegexes, type RegexLiteral } from './read-regexes.ts';

/**
 * Packages whose patterns process untrusted text in shared processes. The other packages aren't included: the builder's
 * packages parse sites in a separate process with a time limit, and the dashboard and the search of a site run in the
 * browser.
 */
const shared = ['bundle', 'cli', 'contract', 'doc-agent', 'host', 'sdk', 'server', 'site-import', 'site-server'];

export interface ServiceRegex extends RegexLiteral {
  /** The first file that contains it. */
  readonly path: string;
  /** Identifies the source and flags in the verdicts file. */
  readonly digest: string;
}

export interface Verdicts {
  /** The digest of the code that created the verdicts; if it changes, patterns must be checked again. */
  readonly judge: string;
  /** The digests of the patterns that take linear time, sorted. */
  readonly linear: readonly string[];
}

/** Lists the regular expressions of the service, each once. */
export function listServiceRegexes(root: string): readonly ServiceRegex[] {
  const found = new Map<string, ServiceRegex>();
  for (const path of globSync(`packages/{${shared.join(',')}}/src/**/*.{ts,mjs}`, { cwd: root }).sort()) {
    if (/\.test\.ts$|\/testing\//.test(path)) continue;
    for (const { source, flags } of readRegexes(root, path)) {
      const digest = digestOf(`${source}/${flags}`);
      if (!found.has(digest)) found.set(digest, { path, source, flags, digest });
    }
  }
  return [...found.values()];
}

/** Reads the verdicts stored in the repository; none if another version of the code created them. */
export function readVerdicts(root: string): Verdicts {
  const judge = digestOf(readFileSync(join(root, 'scripts/pump-regex.ts'), 'utf8'));
  const stored = JSON.parse(readFileSync(verdictsPath(root), 'utf8')) as Verdicts;
  return stored.judge === judge ? stored : { judge, linear: [] };
}

/** Stores the verdicts on these patterns, after checking those without a stored verdict. Returns the slow patterns. */
export function updateVerdicts(root: string, regexes: readonly ServiceRegex[]): readonly ServiceRegex[] {
  const { judge, linear } = readVerdicts(root);
  const slow = regexes.filter(
    ({ digest, source, flags }) => !linear.includes(digest) && findSlowText(source, flags) !== undefined,
  );
  const verdicts: Verdicts = { judge, linear: toLinear(regexes, slow) };
  writeFileSync(verdictsPath(root), `${JSON.stringify(verdicts, undefined, 2)}\n`);
  return slow;
}

const toLinear = (regexes: readonly ServiceRegex[], slow: readonly ServiceRegex[]): string[] =>
  regexes
    .filter((regex) => !slow.includes(regex))
    .map(({ digest }) => digest)
    .sort();

const verdictsPath = (root: string): string => join(root, 'scripts/linear-regexes.json');

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
