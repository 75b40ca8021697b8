import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OTHER } from '../../../testing/module-database.ts';
import { assertStatus, docsJson, openDrafts, page, type TestDrafts } from './testing/open-drafts.ts';

let drafts: TestDrafts;
before(async () => {
  drafts = await openDrafts({
    'docs.json': docsJson,
    'index.mdx': page('First. ![Logo](/images/logo.svg)'),
    'guide.mdx': page('Guide.'),
    'images/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
});
after(() => drafts.close());

const preview = async (body: object) => assertStatus(await drafts.draft('POST', '/preview', { body }), 200).json;
const get = (url: string) => drafts.service.request('GET', new URL(url).pathname, { as: null });

test('a preview shows unsaved text on a page of the site', async () => {
  const { html, problems } = await preview({ page: 'guide.mdx', content: page('Not *saved* yet.') });
  assert.match(html, /Not <em>saved<\/em> yet\./);
  assert.match(html, /<html/);
  assert.match(html, /docwright:preview/);
  assert.deepEqual(problems, []);
  assert.equal((await drafts.draft('GET')).json.createdAt, null, 'nothing is saved');
});

test('a preview’s link shows the saved text in a sandbox, with styles and images below the same link', async () => {
  await drafts.save('guide.mdx', page('Saved. ![Logo](/images/logo.svg)'));
  const { url, html } = await preview({ page: 'guide.mdx' });
  const shown = await get(url);
  assert.equal(shown.status, 200, shown.text);
  assert.equal(shown.text, html);
  assert.match(
    shown.headers.get('content-security-policy') ?? '',
    /^sandbox allow-scripts allow-popups; frame-ancestors https:\/\/docs\.example;/,
  );
  const styles = /href="(https:\/\/docs\.example\/preview\/draft\/[^"]+\.css)"/.exec(html)?.[1];
  const image = /src="(https:\/\/docs\.example\/preview\/draft\/[^"]+\.svg)"/.exec(html)?.[1];
  assert.ok(styles !== undefined && image !== undefined, html.slice(0, 3_000));
  assert.match((await get(styles)).headers.get('content-type') ?? '', /^text\/css/);
  assert.equal((await get(image)).text, '<svg xmlns="http://www.w3.org/2000/svg"/>');
});

test('a preview shows an uploaded image before it is published', async () => {
  const content = Buffer.from('\x89PNG\0\xff', 'latin1').toString('base64');
  const { link } = (await drafts.draft('POST', '/media', { body: { name: 'new.png', content } })).json;
  const { html } = await preview({ page: 'index.mdx', content: page(`![New](${link})`) });
  const image = /src="(https:\/\/docs\.example\/preview\/draft\/[^"]+\.png)"/.exec(html)?.[1];
  assert.ok(image);
  assert.equal((await get(image)).status, 200);
});

test('a preview of a page that does not parse is still a page, and the line of the problem is reported', async () => {
  const { html, problems } = await preview({ page: 'guide.mdx', content: page('<Card>') });
  assert.equal(problems[0].line, 5);
  assert.match(html, /<html/);
});

test('an altered link is invalid, a missing page gets 404, and only pages have a preview', async () => {
  const { url } = await preview({ page: 'guide.mdx' });
  const token = new URL(url).pathname.split('/')[3] ?? '';
  assert.equal((await get(url.replace(token, `${token.slice(0, -2)}xx`))).json.code, 'link_invalid');
  assert.equal((await get(url.replace('/guide', '/nothing'))).status, 404);
  const missing = await drafts.draft('POST', '/preview', { body: { page: 'docs.json' } });
  assert.equal(missing.json.code, 'preview_failed');
});

test('a request for a preview page does not list the branch’s files', async () => {
  await drafts.draft('DELETE');
  const { url } = await preview({ page: 'guide.mdx' });
  await drafts.push({ 'other.mdx': page('A new commit.') });
  const before = drafts.listed.length;
  assert.equal((await get(url)).status, 200);
  assert.equal(drafts.listed.length, before);
});

test('viewers can see previews; without the scope or in another organization, nothing is rendered', async () => {
  const ask = (as: object) => drafts.draft('POST', '/preview', { as, body: { page: 'guide.mdx' } });
  assertStatus(await ask({ scopes: ['content:read'] }), 200);
  assert.equal((await ask({ scopes: ['projects:read'] })).json.code, 'insufficient_scope');
  for (const as of [{ organizationId: OTHER }, { projectIds: ['another'] }])
    assert.equal((await ask(as)).json.code, 'not_found');
});

test('NUL in unsaved text and paths outside the folder are refused', async () => {
  const ask = (body: object) => drafts.draft('POST', '/preview', { body });
  for (const page of ['gui\0de.mdx', '../guide.mdx', 'a/../guide.mdx', '/guide.mdx', '.git/config']) {
    const { status, text } = await ask({ page });
    assert.equal(status, 400, `${JSON.stringify(page)}: ${text}`);
  }
  assert.equal((await ask({ page: 'guide.mdx', content: page('a\0b') })).status, 400);
  assert.equal((await ask({ page: 'guide.mdx', content: page('a\ud800b') })).status, 400);
});

test('a full disk is reported, and the next preview works', async () => {
  const { openFiles } = drafts.previews;
  drafts.previews.openFiles = async () => ({
    list: () => [],
    read: () => Promise.resolve(undefined),
    keep: () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
  });
  try {
    const full = await drafts.draft('POST', '/preview', { body: { page: 'guide.mdx' } });
    assert.deepEqual([full.status, full.json.code], [507, 'storage_full'], full.text);
  } finally {
    drafts.previews.openFiles = openFiles;
  }
  const { url } = await preview({ page: 'guide.mdx' });
  assert.equal((await get(url)).status, 200);
});

test('addresses with NUL, encoded slashes and ".." are missing pages', async () => {
  const { url } = await preview({ page: 'guide.mdx' });
  for (const path of ['gui%00de', '..%2fguide', '%2e%2e%2fdocs.json', 'a%2F..%2Fguide'])
    assert.equal((await get(url.replace('/guide', `/${path}`))).status, 404, path);
});
