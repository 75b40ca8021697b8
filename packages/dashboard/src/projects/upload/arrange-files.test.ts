import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangeFiles, findUploadFault, maxFileBytes, maxUploadBytes, maxUploadFiles } from './arrange-files.ts';

const pick = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, text]) => ({ path, blob: new Blob([text]) }));
const pathsOf = ({ files }: { files: readonly { path: string }[] }) => files.map(({ path }) => path);

test('the top-level folder of a code host’s archive is dropped', async () => {
  const upload = await arrangeFiles('docs-main', pick({ 'docs-main/docs.json': '{}', 'docs-main/a/b.mdx': '# B' }));
  assert.deepEqual(pathsOf(upload), ['docs.json', 'a/b.mdx']);
  assert.deepEqual([upload.pages, upload.bytes, upload.docsFolders], [1, 5, ['']]);
});

test('folders with the same prefix aren’t a common folder', async () => {
  assert.deepEqual(pathsOf(await arrangeFiles('x', pick({ 'api/docs.json': '{}', 'api-2/a.mdx': '' }))), [
    'api/docs.json',
    'api-2/a.mdx',
  ]);
});

test('secrets, files with private keys except pages, and files that are too large are left out and listed; .git isn’t listed', async () => {
  const key = '-----BEGIN RSA PRIVATE KEY-----\nabc';
  const large = { path: 'video.mp4', blob: new Blob([new Uint8Array(maxFileBytes + 1)]) };
  const upload = await arrangeFiles('x', [
    ...pick({ 'docs.json': '{}', '.env': 'A=1', 'keys/deploy.txt': key, 'keys/example.mdx': key, '.git/config': '' }),
    large,
  ]);
  assert.deepEqual(pathsOf(upload), ['docs.json', 'keys/example.mdx']);
  assert.deepEqual(upload.leftOut, ['.env', 'keys/deploy.txt', 'video.mp4']);
});

test('site folders are sorted by depth; a file name that only ends with docs.json doesn’t count', async () => {
  const files = { 'b/c/docs.json': '{}', 'b/mint.json': '{}', 'a/docs.json': '{}', 'z/mydocs.json': '{}' };
  assert.deepEqual((await arrangeFiles('x', pick(files))).docsFolders, ['a', 'b', 'b/c']);
});

for (const [config, tool] of [
  ['docusaurus.config.js', 'Docusaurus'],
  ['mkdocs.yml', 'MkDocs'],
  ['docs/SUMMARY.md', 'GitBook'],
  ['summary.mdx', undefined],
] as const)
  test(`${config} is ${tool ?? 'no other tool'}’s`, async () => {
    assert.equal((await arrangeFiles('x', pick({ 'a.md': '', [config]: '' }))).otherTool, tool);
  });

test('empty uploads and uploads with too many files or bytes are rejected, and the message contains the number', () => {
  const file = { path: 'a', blob: new Blob([]) };
  assert.match(findUploadFault({ files: [], bytes: 0 }) ?? '', /doesn’t contain any files/);
  assert.match(
    findUploadFault({ files: Array.from({ length: maxUploadFiles + 1 }, () => file), bytes: 1 }) ?? '',
    /20,001 files/,
  );
  assert.match(findUploadFault({ files: [file], bytes: maxUploadBytes + 1e6 }) ?? '', /501 MB/);
  assert.equal(findUploadFault({ files: [file], bytes: maxUploadBytes }), undefined);
});
