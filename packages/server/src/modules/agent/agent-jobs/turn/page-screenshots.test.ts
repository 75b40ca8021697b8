import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { resolveFeatures } from '@docwright/bundle';
import type { DocsFiles } from '@docwright/doc-agent';
import type { Issue } from '@docwright/site-builder';
import { BrowserError, type ScreenshotRequest } from '../../../../platform/browser/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { RenderFailure } from '../../../building/site-rendering/index.ts';
import type { RenderDocsPage } from './docs-gate.ts';
import { createTakeScreenshot, type ScreenshotParts } from './page-screenshots.ts';

const docs = {} as DocsFiles;
const view = { path: 'guides/set up.mdx', screen: 'desktop', theme: 'dark', start: 7 } as const;
const never = new AbortController().signal;
const image = Buffer.from('image of the repository');

const large = Buffer.alloc(70_000, 1);
const folder: Readonly<Record<string, Buffer>> = { 'a.png': image, 'large.png': large };

/** Creates a builder that writes these files. */
const writes =
  (files: Readonly<Record<string, string | Uint8Array>>, issues: readonly Issue[] = []): RenderDocsPage =>
  async (_, { onFile }) => {
    for (const [path, content] of Object.entries(files)) await onFile({ path, bytes: Buffer.from(content) });
    return issues;
  };

function open(renderPage: RenderDocsPage, takeScreenshot?: ScreenshotParts['browser']['takeScreenshot']) {
  const requests: ScreenshotRequest[] = [];
  const take = createTakeScreenshot({
    renderPage,
    folder: { paths: ['a.png', 'large.png'], read: (path) => folder[path] },
    features: resolveFeatures('cloud', {}),
    organizationId: 'org_1',
    log: createLogger({ level: 'silent' }),
    browser: {
      takeScreenshot:
        takeScreenshot ??
        ((_, request) => {
          requests.push(request);
          return Promise.resolve({
            bytes: Buffer.from('png'),
            start: 0,
            end: 1,
            pageHeight: 1,
            scale: 1,
            refusedHosts: [],
          });
        }),
    },
  });
  return { requests, take };
}

test('the browser receives the page at its address, and the files that the builder wrote', async () => {
  const files = { 'guides/set up.html': '<p>', 'a.png': image, 'style.css': 'p {}' };
  const { take, requests } = open(writes(files));
  await take(docs, view, never);
  const [request] = requests;
  assert.ok(request);
  const read = (path: string): string | undefined => {
    const file = request.readFile(path);
    return file === undefined ? undefined : `${file.contentType}: ${Buffer.from(file.bytes).toString()}`;
  };
  assert.deepEqual(
    [request.path, request.theme, request.start, request.storage],
    ['/guides/set%20up', 'dark', 7, { 'dw-theme': 'dark' }],
  );
  assert.match(read('guides/set up') ?? '', /^text\/html.*: <p>$/);
  assert.match(read('style.css') ?? '', /^text\/css.*: p \{\}$/);
  assert.equal(request.readFile('a.png')?.bytes, image, 'a file of the repository is not copied');
  assert.deepEqual([read('guides'), read('../a.png'), read('')], [undefined, undefined, undefined]);
});

test('the builder receives digests of large repository files, and a file that it writes replaces its original', async () => {
  const sent: (readonly (readonly [string, string])[])[] = [];
  const changed = Buffer.alloc(70_000, 2);
  const builder =
    (files: Readonly<Record<string, string | Uint8Array>>): RenderDocsPage =>
    (docs, question, signal) => {
      sent.push(question.existing);
      return writes(files)(docs, question, signal);
    };
  for (const [files, expected] of [
    [{ 'guides/set up.html': '<p>' }, large],
    [{ 'guides/set up.html': '<p>', 'large.png': changed }, changed],
  ] as const) {
    const { take, requests } = open(builder(files));
    await take(docs, view, never);
    assert.deepEqual(requests[0]?.readFile('large.png')?.bytes, expected);
    assert.equal(requests[0]?.readFile('a.png'), undefined);
  }
  const digest = createHash('sha256').update(large).digest('hex');
  assert.deepEqual(sent, [[['large.png', digest]], [['large.png', digest]]]);
});

test('written files beyond 64 MiB are missing, but repository files aren’t', async () => {
  const huge = Buffer.alloc(40 * 1024 ** 2);
  const { take, requests } = open(writes({ 'guides/set up.html': '<p>', one: huge, two: huge, 'a.png': image }));
  await take(docs, view, never);
  const has = (path: string): boolean => requests[0]?.readFile(path) !== undefined;
  assert.deepEqual([has('one'), has('two'), has('a.png')], [true, false, true]);
});

test('the model receives the reason if a page can’t be shown', async () => {
  const issue = { path: view.path, severity: 'error', code: 'c', message: 'The tag is not closed.' } as Issue;
  const page = writes({ 'guides/set up.html': '<p>' });
  const fails = (error: Error) => async (): Promise<never> => {
    throw error;
  };
  const cases: readonly (readonly [ReturnType<typeof open>, RegExp])[] = [
    [open(writes({}, [issue])), /The tag is not closed/],
    [open(writes({})), /it is not a page of the site/],
    [open(fails(new RenderFailure('invalid_docs_config', 'docs.json is invalid'))), /docs\.json is invalid/],
    [open(page, fails(new BrowserError('timed-out', 'a script never ends'))), /a script never ends/],
    [open(page, fails(new BrowserError('failed', 'the browser ended'))), /the browser ended/],
  ];
  for (const [{ take }, message] of cases)
    await assert.rejects(take(docs, view, never), { code: 'not_shown', message });
});

test('a canceled job ends with its own reason, and other errors aren’t reported as page errors', async () => {
  const abort = new AbortController();
  const { take } = open(() => {
    abort.abort(new Error('canceled'));
    return Promise.reject(new RenderFailure('internal', 'the builder was killed'));
  });
  await assert.rejects(take(docs, view, abort.signal), /^Error: canceled$/);
  const broken = open(() => Promise.reject(new TypeError('a defect')));
  await assert.rejects(broken.take(docs, view, never), TypeError);
});
