import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { correctLink, type CorrectionSite } from './correct-link.ts';

const page = (path: string, title: string, area = '') => ({ path, title, area });
const site = (pages: CorrectionSite['pages'], more: Partial<CorrectionSite> = {}): CorrectionSite => ({
  pages,
  renamed: () => undefined,
  usesWord: () => false,
  hasAnchor: () => false,
  ...more,
});
/** A link as it appears on a page: `[text](target)` on `from`. */
const correct = (from: string, text: string, target: string, of: CorrectionSite): string | undefined => {
  const { pathname } = new URL(target, `https://site.example/${from}`);
  const path = pathname.slice(1).replace(/\.mdx?$/, '');
  return correctLink({ from, path, written: target, text }, of)?.path;
};

describe('a broken link', () => {
  const docs = site([
    page('index', 'Welcome'),
    page('guides/start', 'Start here'),
    page('guides/error-codes', 'Error codes'),
    page('guides/set-up', 'Set up'),
    page('api/introduction', 'API introduction'),
    page('api/rate-limits', 'Rate limits'),
  ]);
  const cases: readonly (readonly [string, string, string, string, string | undefined])[] = [
    ['whose path differs only in case is corrected to that path', 'index', 'start', '/Guides/Start', 'guides/start'],
    ['whose path differs only in dashes is corrected to that path', 'index', 'x', '/guides/setup', 'guides/set-up'],
    ['to an .html file is corrected to the page', 'index', 'x', '/guides/start.html', 'guides/start'],
    ['to a folder is corrected to its first page', 'index', 'API', '/api', 'api/introduction'],
    ['to an anchor of a folder is not corrected', 'index', 'API', '/api#keys', undefined],
    ['without its leading slash is resolved from the root', 'api/rate-limits', 'start', 'guides/start', 'guides/start'],
    [
      "without its folder is resolved from the page's folder",
      'guides/start',
      'errors',
      '/error-codes',
      'guides/error-codes',
    ],
    ['with two swapped letters is corrected', 'index', 'here', '/guides/strat', 'guides/start'],
    [
      'with a typo and a text about another page is not corrected',
      'index',
      'Pricing plans',
      '/guides/strat',
      undefined,
    ],
    ['with typos in two segments is not corrected', 'index', 'start', '/giudes/strat', undefined],
    ['without a similar page is not corrected', 'index', 'Pricing', '/pricing', undefined],
    ['to a common name in another folder is not corrected', 'index', 'Introduction', '/sdk/introduction', undefined],
    [
      'to a page in a missing folder is corrected to the only page with that name',
      'index',
      'the error codes',
      '/help/error-codes',
      'guides/error-codes',
    ],
    [
      'to a page in a missing folder, with a generic link text, is not corrected',
      'index',
      'here',
      '/help/error-codes',
      undefined,
    ],
    [
      'to a missing page in an existing folder is not corrected to a page elsewhere',
      'index',
      'Error codes',
      '/api/error-codes',
      undefined,
    ],
  ];
  for (const [title, from, text, target, wanted] of cases) {
    test(title, () => assert.equal(correct(from, text, target, docs), wanted));
  }

  test('to a page that was renamed in git is corrected to its new name, even if another name is more similar', () => {
    const renamed = (path: string) => (path === 'guides/strat' ? 'api/rate-limits' : undefined);
    assert.equal(correct('index', 'limits', '/guides/strat', { ...docs, renamed }), 'api/rate-limits');
  });

  test('to a folder without an opening page is not corrected', () => {
    const tools = site([page('tools/inspector/web', 'Web'), page('tools/inspector/cli', 'CLI')]);
    assert.equal(correct('index', 'Inspector', '/tools/inspector', tools), undefined);
  });

  test('that is equally close to two pages is not corrected', () => {
    const twins = site([page('a/logs', 'Logs'), page('a/logo', 'Logo')]);
    assert.equal(correct('index', 'x', '/a/loga', twins), undefined);
  });

  test('isn’t treated as a typo if the site uses the word', () => {
    const words = site([page('sharing-teams', 'Sharing teams'), page('user/teams', 'Teams')], {
      usesWord: (word) => ['creating', 'terms', 'sharing', 'teams'].includes(word),
    });
    assert.equal(correct('index', 'creating teams', '/creating-teams', words), undefined);
    assert.equal(correct('index', '', '/user/terms', words), undefined);
    assert.equal(correct('index', '', '/user/tems', words), 'user/teams');
  });
});

describe('a link isn’t corrected', () => {
  test('from one language to another', () => {
    const site2 = site([page('ja/guides/start', 'はじめに'), page('en/guides/begin', 'Begin')]);
    assert.equal(correct('en/guides/begin', 'start', '/guides/start', site2), undefined);
    assert.equal(correct('en/guides/begin', 'start', './start', site2), undefined);
    assert.equal(correct('en/guides/begin', 'start', '/en/guides/start', site2), undefined);
    assert.equal(correct('ja/x', 'start', '/ja/guides/strat', site2), 'ja/guides/start');
  });

  test('from one version to another', () => {
    const versions = site([page('v1/install-guide', 'Install'), page('latest/intro', 'Intro')]);
    assert.equal(correct('latest/intro', 'install guide', '/latest/install-guide', versions), undefined);
    assert.equal(correct('latest/intro', 'install guide', './install-guide', versions), undefined);
    assert.equal(correct('latest/intro', 'install guide', '/install-guide', versions), undefined);
  });

  test('from one product of the navigation to another', () => {
    const products = site([page('one/intro', 'Intro', 'One'), page('two/quick-start', 'Quick start', 'Two')]);
    assert.equal(correct('one/intro', 'quick start', '/one/quick-start', products), undefined);
    assert.equal(correct('one/intro', 'quick start', '/gone/quick-start', products), undefined);
    assert.equal(correct('two/other', 'quick start', '/gone/quick-start', products), 'two/quick-start');
  });
});
