import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseManifest } from '../packages/bundle/src/manifest/manifest.ts';
import { readRedirects } from '../packages/bundle/src/manifest/read-redirects.ts';
import { compileRedirects, isDestination, toAddress } from '../packages/bundle/src/manifest/redirects.ts';
import { readPaxPath } from '../packages/bundle/src/archive/read-tar-header.ts';
import { findLazyPlaceholder } from '../packages/doc-agent/src/edit/find-lazy-placeholder.ts';
import { findNearestBlock } from '../packages/doc-agent/src/edit/find-nearest-block.ts';
import { findNormalizedMatches } from '../packages/doc-agent/src/edit/normalize-text.ts';
import { readFrontmatter } from '../packages/doc-agent/src/frontmatter/edit-frontmatter.ts';
import { readFields } from '../packages/doc-agent/src/frontmatter/read-fields.ts';
import { splitFrontmatter } from '../packages/doc-agent/src/frontmatter/split-frontmatter.ts';
import { parseJson } from '../packages/doc-agent/src/json/parse-json.ts';
import { findLinks, maskCode, maskFences } from '../packages/doc-agent/src/links/find-links.ts';
import { readLinkText } from '../packages/doc-agent/src/links/read-link-text.ts';
import { findSections } from '../packages/doc-agent/src/sections/find-sections.ts';
import { findGuidanceFile } from '../packages/doc-agent/src/policy/guidance-files.ts';
import { findChangedNames } from '../packages/doc-agent/src/code/find-changed-names.ts';
import { readDecision } from '../packages/doc-agent/src/loop/ask-first.ts';
import { readDoubts } from '../packages/doc-agent/src/loop/review-changes.ts';
import { findFalseCounts } from '../packages/doc-agent/src/risks/find-false-counts.ts';
import { readQuestion } from '../packages/doc-agent/src/rules/answer-question.ts';
import { readOptions } from '../packages/doc-agent/src/rules/options.ts';
import { readAddress } from '../packages/doc-agent/src/rules/page-names.ts';
import { indexPages } from '../packages/doc-agent/src/paths/page-index.ts';
import { isInternal, resolveTarget, splitTarget } from '../packages/doc-agent/src/links/resolve-link.ts';
import { rebaseLinks, rebaseTarget } from '../packages/doc-agent/src/links/rewrite-links.ts';
import { parseConfig } from '../packages/doc-agent/src/navigation/load-site-config.ts';
import { toPagePath } from '../packages/doc-agent/src/navigation/read-navigation.ts';
import { isRedirected } from '../packages/doc-agent/src/navigation/redirects.ts';
import { findNewPathProblem, findPathProblem, toRelativePath } from '../packages/doc-agent/src/paths/check-path.ts';
import { compileGlob } from '../packages/doc-agent/src/policy/compile-glob.ts';
import { readOwnWords, toModelPrompt } from '../packages/doc-agent/src/policy/line-comments.ts';
import { findHiddenCharacters, removeHiddenCharacters } from '../packages/doc-agent/src/policy/find-hidden-text.ts';
import { findSecrets, redactSecrets } from '../packages/doc-agent/src/policy/find-secrets.ts';
import { findForbiddenKind } from '../packages/doc-agent/src/policy/never-written.ts';
import { parseGlob } from '../packages/doc-agent/src/policy/parse-glob.ts';
import { splitLines } from '../packages/doc-agent/src/text/diff-lines.ts';
import { findChange } from '../packages/doc-agent/src/text/find-change.ts';
import { findOnly } from '../packages/doc-agent/src/text/move-range.ts';
import { readFormat } from '../packages/doc-agent/src/text/text-format.ts';
import { removeTrailers, toPlainLine, toSafeSummary } from '../packages/doc-agent/src/pull-request/safe-text.ts';
import { compareSettings } from '../packages/doc-agent/src/risks/compare-settings.ts';
import { findLostSafeguards, findNewElements } from '../packages/doc-agent/src/risks/find-elements.ts';
import { findLookAlike } from '../packages/doc-agent/src/risks/find-look-alike.ts';
import { findNamedPages } from '../packages/doc-agent/src/risks/find-named-pages.ts';
import { listFindings } from '../packages/doc-agent/src/risks/find-new-findings.ts';
import { readLines } from '../packages/doc-agent/src/risks/read-lines.ts';
import { readRequest } from '../packages/doc-agent/src/risks/read-request.ts';
import { findOwner } from '../packages/doc-agent/src/risks/shared-hosts.ts';
import { findTagEnd, readAttributes } from '../packages/doc-agent/src/replacement/read-tags.ts';
import { readTitle } from '../packages/doc-agent/src/rules/page-names.ts';
import { parsePrompt } from '../packages/doc-agent/src/rules/parse-prompt.ts';
import { propose } from '../packages/doc-agent/src/rules/proposals/propose.ts';
import { parseYamlForm } from '../packages/doc-agent/src/rules/parse-yaml-form.ts';
import { splitStatements } from '../packages/doc-agent/src/rules/split-statements.ts';
import { writeEntry } from '../packages/doc-agent/src/rules/write-entry.ts';
import { describePage } from '../packages/doc-agent/src/search/page-card.ts';
import { findMisspellings } from '../packages/doc-agent/src/spelling/find-misspellings.ts';
import { findCitations, parseLocation } from '../packages/doc-agent/src/code/citation.ts';
import { findSymbols } from '../packages/doc-agent/src/code/find-symbols.ts';
import { findAnchored, readAnchors } from '../packages/doc-agent/src/code/page-anchors.ts';
import { findOperationOfPage } from '../packages/doc-agent/src/specs/find-documented.ts';
import { findLines } from '../packages/doc-agent/src/tools/search-text.ts';
import { findSimilarIcon } from '../packages/site-import/src/mkdocs/icon-names.ts';
import { readPart } from '../packages/site-import/src/mkdocs/read-part.ts';
import { parseEditList } from '../packages/bundle/src/sealed/edit-list.ts';
import { parseSealedTable, parseTable } from '../packages/bundle/src/sealed/sealed-table.ts';
import { defaultBundlePolicy } from '../packages/bundle/src/manifest/policy.ts';
import { parseIndexHead } from '../packages/bundle/src/index-file/parse-index-head.ts';
import { readPageSources } from '../packages/bundle/src/manifest/page-sources.ts';
import { refusedMethod } from '../packages/site-server/src/connections/refused-method.ts';
import { findReadMethod, splitRead } from '../packages/site-server/src/readers/agent-read.ts';
import { splitCode } from '../packages/site-server/src/readers/copied-code.ts';
import { parseEvents, parseReport } from '../packages/site-server/src/readers/parse-events.ts';
import { splitCall } from '../packages/site-server/src/readers/playground-call.ts';
import { parseAgentFeedback, parsePageFeedback } from '../packages/site-server/src/readers/parse-feedback.ts';
import { parseKeptEvent } from '../packages/host/src/readers/kept-event.ts';
import { parseOperationList } from '../packages/site-server/src/playground/operation-list.ts';
import { readTarget } from '../packages/site-server/src/playground/read-target.ts';
import { comparePage } from '../packages/site-import/src/compare-page.ts';
import { convertDocusaurusBlocks } from '../packages/site-import/src/docusaurus/convert-docusaurus-blocks.ts';
import { readExpression, readScript } from '../packages/site-import/src/docusaurus/read-script.ts';
import { convertGitbookBlocks } from '../packages/site-import/src/gitbook/convert-gitbook-blocks.ts';
import { readCardTable } from '../packages/site-import/src/gitbook/read-card-table.ts';
import { readSummary } from '../packages/site-import/src/gitbook/read-summary.ts';
import { convertMkdocsBlocks } from '../packages/site-import/src/mkdocs/convert-mkdocs-blocks.ts';
import { convertReadmeBlocks } from '../packages/site-import/src/readme/convert-readme-blocks.ts';
import { convertTags, readTag } from '../packages/site-import/src/text/convert-tags.ts';
import { attributesOf, readHeading, textOfHtml } from '../packages/site-import/src/text/plain-html.ts';
import { toLines } from '../packages/site-import/src/text/source-lines.ts';
import { splitFrontmatter as splitOldPage } from '../packages/site-import/src/text/split-frontmatter.ts';
import { acceptedEncodings, matchesEtag, parseRange } from '../packages/site-server/src/answer/negotiate.ts';
import { readAbsolute } from '../packages/site-server/src/connections/split-target.ts';
import { readTags } from '../packages/bundle/src/manifest/read-tags.ts';
import { htmlToText } from '../packages/server/src/platform/html/html-to-text.ts';
import { judgeComment } from '../packages/server/src/modules/agent/code-host-events/judge-comment.ts';
import { renderMarkdown } from '../packages/server/src/modules/sources/local-code-host/pages/markdown.ts';
import { parseChanges } from '../packages/server/src/platform/git/diff-commits.ts';
import { findPathFault } from '../packages/server/src/platform/git/paths.ts';
import { parsePorcelain } from '../packages/server/src/platform/git/push-branch.ts';
import { parseAdvertisement } from '../packages/server/src/platform/git/remote-refs.ts';
import { rewriteHtml } from '../packages/server/src/modules/publishing/previews/rewrite-html.ts';
import { redactText } from '../packages/server/src/platform/log/redact.ts';
import { parseModelName } from '../packages/server/src/platform/models/model-settings.ts';
import { alphabets, findSuperlinear, timeOf } from './measure-growth.ts';
import { sampleRows } from './sample-rows.ts';

const toParserError = (text: string): Error =>
  Object.assign(new Error('Parse Error'), { rawPacket: Buffer.from(text, 'latin1'), bytesParsed: text.length });

/** Lets a function reject the text, if it does so in time. */
function tolerant(run: (text: string) => unknown): (text: string) => void {
  return (text) => {
    try {
      run(text);
    } catch {
      // Only the time matters here.
    }
  };
}

const page = 16_384;
const line = 8_192;
/** The length for functions that take milliseconds per kilobyte. */
const paragraph = 2_048;

const wildcards = compileRedirects([
  { source: '/a/:b/*', destination: '/c/:b/:splat', status: 301 },
  { source: '/a/:b/:c*', destination: '/c/:b', status: 301 },
] as never);

const findPage = () => '/a';
const reported = { host: 'docs.example', nowMs: 0, findPage };
const reportOf = (more: object) =>
  JSON.stringify({ events: [{ id: '00000000-0000-7000-8000-000000000000', path: '/a', ...more }] });

const prompt = readRequest('fix the alerts page');
const changeOf = (path: string, after: string) => ({ path, change: 'modified', before: '', after }) as const;
/** Creates one line for every ten characters, for functions that compare the lines of a file with each other. */
const linesOf = (text: string, lineOf: (index: number) => string) =>
  Array.from({ length: text.length / 10 }, (_, index) => lineOf(index)).join('\n');

const oldPage = {
  hasFormulas: true,
  source: 'a.md',
  lose: () => undefined,
  snippetOf: () => undefined,
  readInclude: () => undefined,
  readSnippet: () => undefined,
  titleOf: () => undefined,
  readImport: () => undefined,
  variableOf: () => undefined,
};
const anchor = {
  location: { repository: 'acme/api', commit: 'a'.repeat(40), path: 'a.ts', from: 3, to: 5 },
  digest: 'a'.repeat(16),
  line: 1,
};
const anyTag = { rules: new Map(), isKnown: () => true, address: (value: string) => value, lose: () => undefined };
const compared = { path: 'a.md', oldText: '', newText: '', losses: [] };

const comment = { path: 'a', side: 'after', from: 1, to: 1, lines: ['a'], text: 'b' } as const;

/** Functions that process untrusted text, with the length from which the growth of their time is measured. */
const table: readonly (readonly [name: string, size: number, run: (text: string) => unknown])[] = [
  ['findAnchored', page, (text) => findAnchored(text, anchor)],
  ['findCitations', paragraph, findCitations],
  ['findLazyPlaceholder', page, (text) => findLazyPlaceholder(text, '')],
  ['findLines', page, (text) => findLines(text, (line) => line.includes('a'), 2)],
  ['findOperationOfPage', page, (text) => findOperationOfPage('a', `---\nopenapi: ${text}\n---\n`)],
  ['findSimilarIcon', paragraph, findSimilarIcon],
  ['findSymbols', page, findSymbols],
  ['parseLocation', paragraph, parseLocation],
  ['readAnchors', page, (text) => readAnchors(`${text}\n{/* docwright:code ${text} */}`)],
  ['readPart', page, (text) => readPart(`a.py:${text}`, { readSnippet: () => text })],
  ['findNormalizedMatches', page, (text) => findNormalizedMatches(text, 'needle')],
  ['findNormalizedMatches (piece)', page, (text) => findNormalizedMatches('hay', text)],
  ['readFrontmatter', line, (text) => readFrontmatter(`---\n${text}\n---\n`)],
  ['readFields', line, (text) => readFields(`---\n${text}\n---\n`)],
  ['splitFrontmatter', page, splitFrontmatter],
  ['parseJson', page, parseJson],
  ['parseJson (in an object)', page, (text) => parseJson(`{"a": ${text}`)],
  ['findLinks', page, (text) => findLinks('a.mdx', text)],
  ['maskCode', page, maskCode],
  ['findSections', page, (text) => findSections(text)],
  ['findChange', page, (text) => findChange(text, `${text}x${text}`)],
  ['findOnly', page, (text) => findOnly(text + text, `${text}x${text}`)],
  ['readFormat', page, readFormat],
  ['maskFences', page, (text) => maskFences(text)],
  ['rebaseTarget', line, (text) => rebaseTarget(text, { from: 'a/b.mdx', to: 'c.mdx' })],
  ['findTagEnd', page, (text) => findTagEnd(text, 0, page)],
  ['readAttributes', page, readAttributes],
  ['rebaseLinks', page, (text) => rebaseLinks(text, { from: 'a.mdx', to: 'b/c.mdx' })],
  ['splitLines', page, splitLines],
  ['splitTarget', line, splitTarget],
  ['isInternal', line, isInternal],
  ['readAbsolute', line, (text) => readAbsolute(`http://${text}`)],
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
  [
    'parsePrompt (titles)',
    line,
    (text) => parsePrompt(`fix spelling in the ${text} page and the ${text} page and ${text}`),
  ],
  ['readTitle', line, readTitle],
  ['writeEntry', page, (text) => writeEntry(text, { label: 'v2', text: 'x' })],
  ['writeEntry (updates)', line, (text) => writeEntry(`<Update label="${text}`, { label: 'v2', text: 'x' })],
  ['parseYamlForm', line, parseYamlForm],
  ['splitStatements', line, splitStatements],
  ['describePage', page, (text) => describePage('a.mdx', text)],
  ['describePage (frontmatter)', page, (text) => describePage('a.mdx', `---\ntitle:${text}\n---\n`)],
  ['findMisspellings', page, findMisspellings],
  ['refusedMethod', page, (text) => refusedMethod(toParserError(`HEAD / HTTP/1.1\r\n${text}`))],
  ['acceptedEncodings', line, acceptedEncodings],
  ['matchesEtag', line, (text) => matchesEtag(text, '"x"')],
  ['parseRange', line, (text) => parseRange(text, 100)],
  ['readTags', page, (text) => [...readTags(text, new Set(['script', 'a']))]],
  ['readPageSources', page, readPageSources],
  ['parseIndexHead', line, (text) => parseIndexHead(Buffer.from(text))],
  ['parseManifest', line, (text) => parseManifest(Buffer.from(text))],
  ['parseTable', page, (text) => parseTable(Buffer.from(text), sha256Of(text))],
  ['parseTable (a content type)', page, (text) => parseTable(...tableOf(text))],
  ['parseSealedTable', page, (text) => parseSealedTable(...sealedTableOf(text))],
  ['parseEditList', page, (text) => parseEditList(Buffer.from(text), { size: 10, conditions: 1, segments: 1 })],
  ['toAddress', line, toAddress],
  ['isDestination', line, isDestination],
  [
    'readRedirects',
    line,
    (text) => readRedirects(JSON.stringify({ redirects: [{ source: `/${text}`, destination: text, status: 301 }] })),
  ],
  [
    'compileRedirects',
    line,
    (text) => compileRedirects([{ source: `/${text}`, destination: '/a', status: 301 } as never]),
  ],
  ['findWildcard', line, (text) => wildcards.findWildcard(`/a/${text}`)],
  ['findExact', line, (text) => wildcards.findExact(text)],
  ['readPaxPath', line, (text) => readPaxPath(Buffer.from(text))],
  ['readPaxPath (a record)', line, (text) => readPaxPath(Buffer.from(`${text.length + 11} path=${text}\n`))],
  ['findNearestBlock', page, (text) => findNearestBlock(text, 'needle\nhay')],
  ['readLinkText', page, (text) => readLinkText(text, { start: text.length >> 1, end: text.length })],
  ['parseConfig', page, (text) => parseConfig('docs.json', text)],
  ['parseGlob', line, parseGlob],
  ['findForbiddenKind', 120, findForbiddenKind],
  ['parseOperationList', line, (text) => parseOperationList(Buffer.from(text))],
  ['readTarget', line, readTarget],
  ['parseChanges', line, parseChanges],
  ['findPathFault', line, findPathFault],
  ['parsePorcelain', line, (text) => parsePorcelain(text, 'main')],
  ['parseAdvertisement', line, parseAdvertisement],
  ['parseModelName', line, parseModelName],
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
  ['rewriteHtml', page, (text) => rewriteHtml(text, { basePath: '', prefix: '/preview/t' })],
  ['redactText', page, redactText],
  ['splitCode', line, splitCode],
  ['splitCall', line, splitCall],
  ['splitRead', line, splitRead],
  ['findReadMethod', line, (text) => findReadMethod({ 'user-agent': text, accept: text }, text)],
  ['parseEvents', page, (text) => parseEvents(text, reported)],
  ['parseEvents (a search)', page, (text) => parseEvents(reportOf({ kind: 'search', query: text }), reported)],
  ['parseEvents (a view)', page, (text) => parseEvents(reportOf({ kind: 'view', referrer: text }), reported)],
  ['parseEvents (a link)', page, (text) => parseEvents(reportOf({ kind: 'outlink', target: text }), reported)],
  [
    'parseEvents (a call)',
    page,
    (text) =>
      parseEvents(reportOf({ kind: 'playground_call', method: 'GET', operation: text, status: '2xx' }), reported),
  ],
  [
    'parsePageFeedback',
    page,
    (text) => parsePageFeedback(JSON.stringify({ path: '/a', helpful: true, comment: text, contact: text }), findPage),
  ],
  [
    'parseAgentFeedback',
    page,
    (text) =>
      parseAgentFeedback(JSON.stringify({ path: '/a', feedback: text, block: { index: 0, line: text } }), findPage),
  ],
  ['parseKeptEvent', page, parseKeptEvent],
  ['parseReport', page, parseReport],
  ['findLookAlike', line, (text) => findLookAlike(text, ['acme.dev', `acme.${text}`, text.slice(1)])],
  ['findOwner', line, (text) => findOwner('npmjs.com', `/a/${text}`)],
  ['findOwner (a query)', line, (text) => findOwner('youtube.com', `/a?${text}`)],
  ['findOwner (a host)', line, (text) => findOwner(text, '/a')],
  ['listFindings', line, (text) => listFindings('a.mdx', text)],
  ['readLines', page, (text) => readLines('a.mdx', text)],
  ['readLines (in a fence)', page, (text) => readLines('a.mdx', `\`\`\`sh\n${text}`)],
  ['readLines (in a tag)', page, (text) => readLines('a.mdx', `<a b={${text}`)],
  ['readRequest', page, readRequest],
  ['readRequest (a requested name)', line, (text) => readRequest(`${text}a`).wants('a')],
  ['readRequest (a long name)', line, (text) => readRequest(text).names(`a${text}`)],
  ['findNamedPages', line, (text) => findNamedPages([{ path: 'a.mdx', text: '', groups: [] }], readRequest(text))],
  [
    'findNamedPages (a page)',
    line,
    (text) => findNamedPages([{ path: `${text}.mdx`, text: `---\ntitle:${text}\n---\n`, groups: [text] }], prompt),
  ],
  [
    'findNamedPages (a long title)',
    line,
    (text) =>
      findNamedPages([{ path: 'a.mdx', text: `---\ntitle:${text + 'x'.repeat(300)}\n---\n`, groups: [] }], prompt),
  ],
  ['findNewElements', page, (text) => findNewElements(changeOf('a.mdx', text))],
  [
    'findNewElements (many)',
    page,
    (text) =>
      findNewElements(
        changeOf(
          'a.mdx',
          linesOf(text, () => '<script>'),
        ),
      ),
  ],
  ['findLostSafeguards', page, (text) => findLostSafeguards({ ...changeOf('a.mdx', ''), before: text })],
  [
    'compareSettings (many settings of a page)',
    paragraph,
    (text) => compareSettings(changeOf('a.mdx', `---\n${linesOf(text, (index) => `og:${index}: a`)}\n---\n`), prompt),
  ],
  ['compareSettings', page, (text) => compareSettings(changeOf('docs.json', text), prompt)],
  ['compareSettings (a value)', page, (text) => compareSettings(changeOf('docs.json', `{"a": "${text}"}`), prompt)],
  ['compareSettings (of an API)', page, (text) => compareSettings(changeOf('a.yaml', `openapi: 3\n${text}`), prompt)],
  [
    'compareSettings (of a page)',
    paragraph,
    (text) => compareSettings(changeOf('a.mdx', `---\n${text}\n---\n`), prompt),
  ],
  ['comparePage', page, (text) => comparePage({ ...compared, oldText: text })],
  ['comparePage (the new page)', page, (text) => comparePage({ ...compared, newText: text })],
  ['convertDocusaurusBlocks', page, (text) => convertDocusaurusBlocks(toLines(text), oldPage)],
  ['convertGitbookBlocks', page, (text) => convertGitbookBlocks(toLines(text), oldPage)],
  ['convertMkdocsBlocks', page, (text) => convertMkdocsBlocks(toLines(text), oldPage)],
  ['convertReadmeBlocks', page, (text) => convertReadmeBlocks(toLines(text), oldPage)],
  ['convertTags', page, (text) => convertTags(text, anyTag)],
  ['readTag', page, (text) => readTag(`<a ${text}`)],
  ['readHeading', page, (text) => readHeading(`# ${text}`)],
  ['readSummary', page, readSummary],
  ['readCardTable', page, (text) => readCardTable(`<table><tbody><tr><td>${text}</td></tr></tbody>`)],
  ['splitFrontmatter (an old page)', page, splitOldPage],
  ['readScript', line, readScript],
  ['readExpression', line, readExpression],
  ['textOfHtml', page, textOfHtml],
  ['attributesOf', page, attributesOf],
  ['readOptions', page, readOptions],
  ['readQuestion', line, readQuestion],
  [
    'readOwnWords',
    page,
    (text) => readOwnWords(toModelPrompt({ prompt: text, comments: [comment] })) + readOwnWords(text),
  ],
  ['readAddress', line, readAddress],
  ['findFalseCounts', page, (text) => findFalseCounts(text, 1)],
  ['findGuidanceFile', line, findGuidanceFile],
  ['readDoubts', page, readDoubts],
  ['readDecision', page, readDecision],
  ['findChangedNames', page, (text: string) => findChangedNames([`diff --git a/a.ts b/a.ts\n@@\n-${text}`])],
];

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Creates a sealed part in which the words of the text are paths of files. */
function sealedTableOf(text: string): Parameters<typeof parseSealedTable> {
  const content = { contentType: 'text/html', when: 0, size: 0, memberBytes: 0, pieces: [], sha256: '0'.repeat(64) };
  const files = [...new Set(text.split(' '))].sort().map((path) => ({ path, ...content }));
  const table = JSON.stringify({ formatVersion: 1, conditions: [[{ groupSets: [] }]], blocks: [], files, edited: [] });
  return [
    Buffer.from(table),
    { restricted: { sha256: sha256Of(table), memberBytes: 0 }, files: [] },
    defaultBundlePolicy,
  ];
}

/** Creates a sealed part with a single file, which has this content type. */
function tableOf(contentType: string): readonly [Buffer, string] {
  const files = [{ path: 'a', contentType, when: 0 }];
  const table = JSON.stringify({ formatVersion: 1, conditions: [[{ groupSets: [] }]], blocks: [], files, edited: [] });
  return [Buffer.from(table), sha256Of(table)];
}

/** Number of hostile repetitions with which a function is measured. */
const sampledAlphabets = { most: 10, mostInFull: 48 };

describe('time grows linearly with the length of untrusted text', () => {
  for (const [name, size, run] of table) {
    test(name, () => {
      const pieces = sampleRows(alphabets, { name, ...sampledAlphabets });
      assert.deepEqual(findSuperlinear(tolerant(run), size, pieces), []);
    });
  }
});

test('proposals for a hostile prompt take at most 15 times as long as for four ordinary sentences', () => {
  const sentence =
    'On the limits page, "50 requests" is wrong since the last release because we changed it (it was old), it should be "100 requests" to match. ';
  const ordinary = sentence.repeat(4);
  // The first words of phrases that a request doesn't need. Each phrase has variants. Longer prompts aren't read.
  const pieces = [
    'our , since we ',
    'because , since we ',
    'to match for clarity, ',
    'we should for clarity, ',
    '(a) ',
  ];
  const hostile = [...alphabets, ...pieces].flatMap((piece) =>
    ['', 'replace "a" with "b" '].map((start) => `${start}${piece.repeat(2_000)}`.slice(0, 1_990)),
  );
  const limit = 15 * timeOf(() => propose(ordinary), 4);
  const slow = hostile.filter((text) => [1, 2, 3].every(() => timeOf(() => propose(text), 1) > limit));
  assert.deepEqual(slow, []);
});

/** Functions with the name of a parser that aren't measured, and the reason. */
const unmeasured: Readonly<Record<string, string>> = {
  findImageType: 'it reads 12 bytes',
  findMergeRefusal: 'it repeats the name of a branch',
  parseLink: 'an operator wrote it',
  parseMarkdown: 'the native parser of the site builder',
  parseMdx: 'the native parser of the site builder',
  parseMasterKey: 'an operator wrote it',
  parseOverlay: 'JSON that the service wrote',
  parsePrivateKey: 'an operator wrote it',
  parsePublicKey: 'an operator wrote it',
  parseYaml: 'the library that readFrontmatter measures',
  parseUrl: 'an operator wrote it',
  readKeyId: 'the service wrote it',
  readLibraries: 'the loader wrote it about the program that an operator chose',
  readSpec: 'the libraries that readFrontmatter and parseJson measure',
  readTarHeader: 'a block of 512 bytes',
  splitList: 'an operator wrote it',
};

test('every function of the engines and the platform with the name of a parser is measured, or listed with a reason', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const exported =
    /^export function ((?:parse|read|find|split|mask|rebase)[A-Z]\w*)\(\s*\w+: (?:string|Buffer|Uint8Array)\b/gm;
  const found = globSync(
    ['packages/{bundle,host,site-server,site-import,doc-agent}/src/**/*.ts', 'packages/server/src/platform/**/*.ts'],
    {
      cwd: root,
    },
  )
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
    .flatMap((path) => Array.from(readFileSync(`${root}${path}`, 'utf8').matchAll(exported), ([, name = '']) => name));
  const measured = new Set(table.map(([name]) => name.split(' ', 1)[0]));
  assert.deepEqual(
    found.filter((name) => !measured.has(name) && !(name in unmeasured)),
    [],
  );
  assert.deepEqual(
    Object.keys(unmeasured).filter((name) => !found.includes(name) || measured.has(name)),
    [],
  );
});
