import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseManifest } from '../packages/bundle/src/manifest.ts';
import { compileRedirects, isDestination, toAddress } from '../packages/bundle/src/redirects.ts';
import { findLazyPlaceholder } from '../packages/doc-agent/src/edit/find-lazy-placeholder.ts';
import { findNormalizedMatches } from '../packages/doc-agent/src/edit/normalize-text.ts';
import { readFrontmatter } from '../packages/doc-agent/src/frontmatter/edit-frontmatter.ts';
import { splitFrontmatter } from '../packages/doc-agent/src/frontmatter/split-frontmatter.ts';
import { parseJson } from '../packages/doc-agent/src/json/parse-json.ts';
import { findLinks, maskCode } from '../packages/doc-agent/src/links/find-links.ts';
import { indexPages, isInternal, resolveTarget, splitTarget } from '../packages/doc-agent/src/links/resolve-link.ts';
import { rebaseLinks } from '../packages/doc-agent/src/links/rewrite-links.ts';
import { toPagePath } from '../packages/doc-agent/src/navigation/read-navigation.ts';
import { isRedirected } from '../packages/doc-agent/src/navigation/redirects.ts';
import { findNewPathProblem, findPathProblem, toRelativePath } from '../packages/doc-agent/src/policy/check-path.ts';
import { compileGlob } from '../packages/doc-agent/src/policy/compile-glob.ts';
import { findHiddenCharacters, removeHiddenCharacters } from '../packages/doc-agent/src/policy/find-hidden-text.ts';
import { findSecrets, redactSecrets } from '../packages/doc-agent/src/policy/find-secrets.ts';
import { removeTrailers, toPlainLine, toSafeSummary } from '../packages/doc-agent/src/pull-request/safe-text.ts';
import { parsePrompt } from '../packages/doc-agent/src/rules/parse-prompt.ts';
import { parseYamlForm } from '../packages/doc-agent/src/rules/parse-yaml-form.ts';
import { splitStatements } from '../packages/doc-agent/src/rules/split-statements.ts';
import { describePage } from '../packages/doc-agent/src/search/page-card.ts';
import { findMisspellings } from '../packages/doc-agent/src/spelling/find-misspellings.ts';
import { readSimpleRequest } from '../packages/host/src/connections/read-simple-request.ts';
import { acceptedEncodings, matchesEtag, parseRange } from '../packages/host/src/serve/negotiate.ts';
import { readTags } from '../packages/host/src/serve/read-tags.ts';
import { htmlToText } from '../packages/server/src/main/html-to-text.ts';
import { judgeComment } from '../packages/server/src/modules/code-host-events/judge-comment.ts';
import { renderMarkdown } from '../packages/server/src/modules/local-code-host/pages/markdown.ts';
import { redactText } from '../packages/server/src/platform/log/redact.ts';
import { findSuperlinear } from './measure-growth.ts';

/** What a refusal of the text is: an answer like any other, as long as it comes in time. */
function tolerant(run: (text: string) => unknown): (text: string) => void {
  return (text) => {
    try {
      run(text);
    } catch {
      // Only the time counts here.
    }
  };
}

const page = 16_384;
const line = 8_192;

/** Functions that take text from outside, with the length at which their growth begins to be measured. */
const table: readonly (readonly [name: string, size: number, run: (text: string) => unknown])[] = [
  ['findLazyPlaceholder', page, (text) => findLazyPlaceholder(text, '')],
  ['findNormalizedMatches', page, (text) => findNormalizedMatches(text, 'needle')],
  ['findNormalizedMatches (piece)', page, (text) => findNormalizedMatches('hay', text)],
  ['readFrontmatter', line, (text) => readFrontmatter(`---\n${text}\n---\n`)],
  ['splitFrontmatter', page, splitFrontmatter],
  ['parseJson', page, parseJson],
  ['parseJson (in an object)', page, (text) => parseJson(`{"a": ${text}`)],
  ['findLinks', page, (text) => findLinks('a.mdx', text)],
  ['maskCode', page, maskCode],
  ['rebaseLinks', page, (text) => rebaseLinks(text, { from: 'a.mdx', to: 'b/c.mdx' })],
  ['splitTarget', line, splitTarget],
  ['isInternal', line, isInternal],
  ['resolveTarget', line, (text) => resolveTarget('a/b.mdx', text)],
  ['indexPages', line, (text) => indexPages(['a.mdx']).find(text)],
  ['toPagePath', line, toPagePath],
  ['isRedirected', line, (text) => isRedirected([{ source: '/a/:b*', destination: '/c' }], text)],
  ['findPathProblem', line, findPathProblem],
  ['findNewPathProblem', line, findNewPathProblem],
  ['toRelativePath', line, toRelativePath],
  ['compileGlob', line, (text) => compileGlob('**/*a*a*a*a*a*b', { dot: true, ignoreCase: true })(text)],
  ['findHiddenCharacters', page, findHiddenCharacters],
  ['removeHiddenCharacters', page, removeHiddenCharacters],
  ['findSecrets', page, (text) => findSecrets(text)],
  ['redactSecrets', line, (text) => redactSecrets(text)],
  ['toSafeSummary', line, toSafeSummary],
  ['toPlainLine', line, toPlainLine],
  ['removeTrailers', page, removeTrailers],
  ['parsePrompt', line, parsePrompt],
  ['parseYamlForm', line, parseYamlForm],
  ['splitStatements', line, splitStatements],
  ['describePage', page, (text) => describePage('a.mdx', text)],
  ['describePage (frontmatter)', page, (text) => describePage('a.mdx', `---\ntitle:${text}\n---\n`)],
  ['findMisspellings', page, findMisspellings],
  ['readSimpleRequest', 2000, (text) => readSimpleRequest(Buffer.from(`GET / HTTP/1.1\r\n${text}`, 'latin1'))],
  ['acceptedEncodings', line, acceptedEncodings],
  ['matchesEtag', line, (text) => matchesEtag(text, '"x"')],
  ['parseRange', line, (text) => parseRange(text, 100)],
  ['readTags', page, (text) => [...readTags(text, new Set(['script', 'a']))]],
  ['parseManifest', line, (text) => parseManifest(Buffer.from(text))],
  ['toAddress', line, toAddress],
  ['isDestination', line, isDestination],
  [
    'compileRedirects',
    line,
    (text) => compileRedirects([{ source: `/${text}`, destination: '/a', status: 301 } as never]),
  ],
  ['htmlToText', page, (text) => htmlToText(text, 200_000)],
  [
    'judgeComment',
    line,
    (text) =>
      judgeComment(
        { body: `@docwright ${text}`, place: null, isReview: false, author: { name: 'ada', isBot: false } } as never,
        { mention: '@docwright', followUps: 'review' } as never,
      ),
  ],
  ['renderMarkdown', line, renderMarkdown],
  ['redactText', page, redactText],
];

describe('time grows with the length of a text from outside, not faster', () => {
  for (const [name, size, run] of table) {
    it(name, () => {
      assert.deepEqual(findSuperlinear(tolerant(run), size), []);
    });
  }
});
