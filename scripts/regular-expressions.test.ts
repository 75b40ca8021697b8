import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { findSlowText } from './pump-regex.ts';
import { readRegexes } from './read-regexes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Packages whose patterns process text from outside in shared processes. Sites are parsed by the builder's packages in
 * a separate process with a time limit; the dashboard and the search of a site run in the reader's browser.
 */
const shared = ['bundle', 'cli', 'contract', 'doc-agent', 'host', 'sdk', 'server', 'site-server'];

const credentials =
  '^(?:(?:[a-z0-9_-]*[-_.])?(?:credentials?|secrets?|client[-_]?secrets?|service[-_]?accounts?(?:[-_]?key)?|adminsdk)(?:[-_.][a-z0-9._-]*)?|application_default_credentials)\\.(?:json|ya?ml|toml|txt|xml|csv|ini|properties|conf|cfg|db|enc)$';

/** Patterns that take more than linear time by themselves, and what keeps their text short. */
const bounded: Readonly<Record<string, string>> = {
  'packages/doc-agent/src/edit/find-lazy-placeholder.ts ^(?:\\{\\/\\*|<!--|\\/\\*+|\\/\\/+|#+(?= ?[.…[])|--|\\[|\\(|\\.{3}|…|\\s|\\*)+|(?:\\*\\/\\}?|-->|\\]|\\)|\\.{3}|…|\\s|\\*)+$':
    'lines of at most 160 characters',
  'packages/doc-agent/src/policy/never-written.ts (?:^|[-._])(?:requirements|constraints)(?:[-._][a-z0-9._-]*)?\\.(?:txt|in|ya?ml)$':
    'a segment of a path: 120 characters',
  [`packages/doc-agent/src/policy/readable-path.ts ${credentials}`]: 'a segment of a path: 120 characters',
  'packages/sdk/src/to-repository-name.ts (?:\\.git|[._-])+$': 'the text has 80 characters by then',
};

describe('a regular expression of the service takes linear time', () => {
  const seen = new Set<string>();
  const used = new Set<string>();
  for (const path of globSync(`packages/{${shared.join(',')}}/src/**/*.{ts,mjs}`, { cwd: root }).sort()) {
    if (/\.test\.ts$|\/testing\//.test(path)) continue;
    const regexes = readRegexes(root, path).filter(({ source, flags }) => {
      const key = `${path} ${source}`;
      if (key in bounded) used.add(key);
      const isNew = !(key in bounded) && !seen.has(`${source}/${flags}`);
      seen.add(`${source}/${flags}`);
      return isNew;
    });
    if (regexes.length === 0) continue;
    it(path, () => {
      const slow = regexes.flatMap(({ source, flags }) => {
        const found = findSlowText(source, flags);
        return found === undefined ? [] : [{ source, ...found }];
      });
      assert.deepEqual(slow, []);
    });
  }

  it('and an exception names a pattern that is there', () => {
    assert.deepEqual(
      Object.keys(bounded).filter((key) => !used.has(key)),
      [],
    );
  });
});

describe('what looks for slow patterns', () => {
  for (const [kind, source] of [
    ['a repetition that is not anchored', '\\/+$'],
    ['two neighbours that accept the same', '^\\s*\\n\\s*x'],
    ['an opening that is looked for again and again', '<head[^>]*>'],
    ['a repetition within a repetition', '^(?:a+)+$'],
    ['an ambiguous repetition behind a letter', '^v\\d+(?:[._-]?(?:\\d+|x))*$'],
  ] as const) {
    it(`finds ${kind}`, () => assert.ok(findSlowText(source, '')));
  }

  it('lets linear ones pass, with bounded repetitions too', () => {
    for (const source of ['(?<!\\/)\\/+$', '^[a-z]+(?:-[a-z]+)*$', '<[a-z][^<>]*>', '\\[[^\\]\\n]{0,300}\\]']) {
      assert.equal(findSlowText(source, ''), undefined, source);
    }
  });
});
