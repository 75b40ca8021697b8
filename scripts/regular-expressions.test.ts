import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'node:test';
import { findSlowText } from './pump-regex.ts';
import { isFullRun, sampleRows } from './sample-rows.ts';
import { listServiceRegexes, readVerdicts } from './service-regexes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const credentials =
  '^(?:(?:[a-z0-9_-]*[-_.])?(?:credentials?|secrets?|client[-_]?secrets?|service[-_]?accounts?(?:[-_]?key)?|adminsdk)(?:[-_.][a-z0-9._-]*)?|application_default_credentials)\\.(?:json|ya?ml|toml|txt|xml|csv|ini|properties|conf|cfg|db|enc)$';

/** Patterns that take more than linear time, with the reason why their text is short. */
const bounded: Readonly<Record<string, string>> = {
  'packages/doc-agent/src/edit/find-lazy-placeholder.ts ^(?:\\{\\/\\*|<!--|\\/\\*+|\\/\\/+|#+(?= ?[.…[])|--|\\[|\\(|\\.{3}|…|\\s|\\*)+|(?:\\*\\/\\}?|-->|\\]|\\)|\\.{3}|…|\\s|\\*)+$':
    'lines of at most 160 characters',
  'packages/doc-agent/src/policy/never-written.ts (?:^|[-._])(?:requirements|constraints)(?:[-._][a-z0-9._-]*)?\\.(?:txt|in|ya?ml)$':
    'a segment of a path: 120 characters',
  [`packages/doc-agent/src/policy/readable-path.ts ${credentials}`]: 'a segment of a path: 120 characters',
  'packages/site-import/src/docusaurus/asset-imports.ts ^import\\s+(\\*\\s*as\\s+)?([A-Za-z_$][\\w$]*)?\\s*,?\\s*(\\{[^{}]*\\})?\\s*from\\s+[\'"]([^\'"]+)[\'"];?\\s*$':
    'lines of at most 1,000 characters',
  'packages/sdk/src/to-repository-name.ts (?:\\.git|[._-])+$': 'the text has 80 characters by then',
};

/** Maximum number of patterns without a stored verdict; more would make each run slower. */
const maxUnjudged = 40;
/** Number of stored verdicts that a full run checks. */
const checkedVerdicts = 50;

describe('a regular expression of the service takes linear time', () => {
  const all = listServiceRegexes(root);
  const regexes = all.filter(({ path, source }) => !(`${path} ${source}` in bounded));
  const { linear } = readVerdicts(root);
  const unjudged = regexes.filter(({ digest }) => !linear.includes(digest));
  const judged = regexes.filter(({ digest }) => linear.includes(digest));
  const checked = sampleRows(judged, { name: 'patterns', most: checkedVerdicts, isFull: false });
  for (const { path, source, flags } of [...unjudged.slice(0, maxUnjudged), ...(isFullRun ? checked : [])])
    test(`${path} ${source}`, () => assert.equal(findSlowText(source, flags), undefined));

  test('at most 40 expressions have no stored verdict, and at most 40 verdicts have no expression', () => {
    const command = 'npx node scripts/run-judge-regexes.ts updates scripts/linear-regexes.json';
    assert.ok(unjudged.length <= maxUnjudged, `${unjudged.length} patterns have no verdict: ${command}`);
    const used = new Set(regexes.map(({ digest }) => digest));
    const unused = linear.filter((digest) => !used.has(digest));
    assert.ok(unused.length <= maxUnjudged, `${unused.length} verdicts have no pattern: ${command}`);
  });

  test('every exception is for a pattern of the service', () => {
    const present = new Set(all.map(({ path, source }) => `${path} ${source}`));
    assert.deepEqual(
      Object.keys(bounded).filter((key) => !present.has(key)),
      [],
    );
  });
});

const samples: readonly (readonly [kind: string, source: string, isSlow: boolean])[] = [
  ['a repetition that is not anchored', '\\/+$', true],
  ['two neighbors that accept the same', '^\\s*\\n\\s*x', true],
  ['an opening that is searched for repeatedly', '<head[^>]*>', true],
  ['a repetition within a repetition', '^(?:a+)+$', true],
  ['an ambiguous repetition after a letter', '^v\\d+(?:[._-]?(?:\\d+|x))*$', true],
  ['slashes at the end, each tried once', '(?<!\\/)\\/+$', false],
  ['words with separators', '^[a-z]+(?:-[a-z]+)*$', false],
  ['a tag that ends at the next bracket', '<[a-z][^<>]*>', false],
  ['a bounded repetition', '\\[[^\\]\\n]{0,300}\\]', false],
];

describe('the search for slow patterns', () => {
  const isFastest = ([, source]: (typeof samples)[number]) => source === '\\/+$';
  for (const [kind, source, isSlow] of sampleRows(samples, {
    name: 'kinds',
    most: 1,
    mostInFull: 4,
    always: isFastest,
  }))
    test(`${isSlow ? 'finds' : 'accepts'} ${kind}`, () => assert.equal(findSlowText(source, '') !== undefined, isSlow));
});
