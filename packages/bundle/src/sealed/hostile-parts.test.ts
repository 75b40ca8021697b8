import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { BundleError, verifyBundle } from '../index.ts';
import { formatManifest } from '../manifest/manifest.ts';
import { rawEntry, rawManifest, testMeta, type RawEntry } from '../testing/make-archive.ts';
import { sealOf } from '../archive/seal.ts';
import { contentTypeOf } from '../manifest/content-type.ts';
import { SEALED_MAGIC } from './sealed-magic.ts';

const page: RawEntry = { name: 'index.html', content: '<h1>Home</h1>' };
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

interface Part {
  readonly table: unknown;
  readonly contents?: string;
  /** Claims that replace the real values. */
  readonly digest?: string;
  readonly tableBytes?: number;
  readonly magic?: Buffer;
}

/** Creates an archive with a seal and a correct manifest, as an attacker can. */
function archiveWith({ table, contents = '', digest, tableBytes, magic = SEALED_MAGIC }: Part): Buffer {
  const bytes = Buffer.from(typeof table === 'string' ? table : JSON.stringify(table));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(tableBytes ?? bytes.length);
  const members = [gzipSync(Buffer.concat([magic, length, bytes])), gzipSync(contents)];
  const memberBytes = members.reduce((sum, member) => sum + member.length, 0);
  const content = Buffer.from(page.content ?? '');
  const files = [
    { path: 'index.html', size: content.length, sha256: sha256(content), contentType: contentTypeOf('index.html') },
  ];
  const restricted = { sha256: digest ?? sha256(bytes), memberBytes };
  const manifest = formatManifest({ formatVersion: 1, ...testMeta, restricted, files, sealed: true });
  const tar = [rawEntry(page), rawEntry({ name: 'manifest.json', content: manifest }), Buffer.alloc(1024)];
  const body = Buffer.concat([gzipSync(Buffer.concat(tar)), ...members]);
  return Buffer.concat([body, sealOf(createHash('sha256').update(body).digest())]);
}

async function verdictOn(archive: Buffer): Promise<string> {
  async function* stream(): AsyncGenerator<Buffer> {
    yield archive;
  }
  const verdict = await verifyBundle({ stream: stream() });
  return verdict.ok ? 'accepted' : verdict.code;
}

const rule = { groupSets: [{ includes: ['a'], excludes: [] }] };
const block = (kind: string, content: string, lengths = [content.length]) => ({
  kind,
  size: content.length,
  sha256: sha256(content),
  memberBytes: 30,
  pieces: [],
  lengths,
});
const file = (path: string, content: string) => ({
  path,
  contentType: 'text/html; charset=utf-8',
  when: 0,
  isStored: false,
  size: content.length,
  sha256: sha256(content),
  memberBytes: 30,
  pieces: [],
});
const table = (over: object = {}): object => ({
  formatVersion: 1,
  conditions: [[rule]],
  blocks: [],
  files: [file('secret.html', 'secret')],
  edited: [],
  ...over,
});

/** Returns a sealed part with edits to the public page. */
const edited = (edits: unknown, over: object = {}): Part => {
  const list = JSON.stringify(edits);
  const blocks = [block('segments', 'ab', [1, 1]), block('edits', list)];
  return { table: table({ blocks, files: [], edited: ['index.html'], ...over }), contents: `ab${list}` };
};

test('a sealed part that matches its manifest is accepted', async () => {
  assert.equal(await verdictOn(archiveWith({ table: table(), contents: 'secret' })), 'accepted');
  assert.equal(
    await verdictOn(
      archiveWith(
        edited([
          [0, 2, [[0, 1]]],
          [2, 0, []],
          [2, 11, [[0, 0]]],
        ]),
      ),
    ),
    'accepted',
  );
});

const wide = Array.from({ length: 10_001 }, () => [rule]);
const deep = `${'['.repeat(60)}${']'.repeat(60)}`;
const refused: readonly (readonly [name: string, part: Part, code?: string])[] = [
  ['a different table than the manifest names', { table: table(), contents: 'secret', digest: sha256('x') }],
  ['content that differs from its digest', { table: table(), contents: 'Secret' }],
  ['missing content', { table: table(), contents: '' }],
  ['content after that of the last file', { table: table(), contents: 'secret and more' }, 'archive-trailing-data'],
  [
    'an unknown magic number',
    { table: table(), contents: 'secret', magic: Buffer.from('DWSEAL\x02\0') },
    'archive-trailing-data',
  ],
  ['a table that is shorter than declared', { table: table(), tableBytes: 20_000 }, 'archive-truncated'],
  ['a table of 4 GB', { table: table(), tableBytes: 2 ** 32 - 1 }],
  ['a table that is not JSON', { table: '{' }],
  ['a deeply nested table', { table: `{"formatVersion":1,"conditions":${deep}}` }],
  ['an unknown format version', { table: table({ formatVersion: 2 }), contents: 'secret' }],
  ['conditions that are an object', { table: table({ conditions: {} }), contents: 'secret' }],
  ['too many conditions', { table: table({ conditions: wide }), contents: 'secret' }],
  ['a rule without group sets', { table: table({ conditions: [[{}]] }), contents: 'secret' }],
  ['a group set without excludes', { table: table({ conditions: [[{ groupSets: [{ includes: ['a'] }] }]] }) }],
  ['a group that is a number', { table: table({ conditions: [[{ groupSets: [{ includes: [1], excludes: [] }] }]] }) }],
  ['a file with a missing condition', { table: table({ conditions: [] }), contents: 'secret' }],
  ['a path that leaves the site', { table: table({ files: [file('../x', '')] }) }, 'sealed-part-invalid'],
  ['a hidden path', { table: table({ files: [file('.env', 'secret')] }), contents: 'secret' }, 'entry-name-dot-file'],
  ['an absolute path', { table: table({ files: [file('/etc/x', 'secret')] }) }, 'entry-name-absolute'],
  ['the path of a public file', { table: table({ files: [file('index.html', 'secret')] }) }, 'entry-duplicate'],
  ['a path that differs by case', { table: table({ files: [file('Index.html', 'secret')] }) }, 'entry-collision'],
  ['the same path twice', { table: table({ files: [file('a.html', 'x'), file('a.html', 'x')] }), contents: 'xx' }],
  ['files out of order', { table: table({ files: [file('b.html', 'x'), file('a.html', 'x')] }), contents: 'xx' }],
  ['a negative size', { table: table({ files: [{ ...file('a.html', 'x'), size: -1 }] }) }],
  ['a fractional size', { table: table({ files: [{ ...file('a.html', 'x'), size: 1.5 }] }) }],
  ['a file of a terabyte', { table: table({ files: [{ ...file('a.html', 'x'), size: 2 ** 40 }] }) }],
  [
    'members that are larger than the archive',
    {
      table: table({
        files: [{ ...file('a.html', 'x'), memberBytes: 9e8, pieces: Array.from({ length: 859 }, () => sha256('')) }],
      }),
      contents: 'x',
    },
  ],
  ['missing pieces', { table: table({ files: [{ ...file('a.html', 'x'), memberBytes: 9e8 }] }), contents: 'x' }],
  [
    'a content type with a line break',
    { table: table({ files: [{ ...file('a.html', 'x'), contentType: 'a/b\r\nX: y' }] }) },
  ],
  ['a block of an unknown kind', { table: table({ blocks: [block('scripts', 'x')] }), contents: 'xsecret' }],
  ['a block that is larger than its parts', { table: table({ blocks: [block('segments', 'xy', [1])] }) }],
  ['edits of a file that does not exist', edited([], { edited: ['other.html'] })],
  ['edits that belong to no file', edited([], { edited: [] })],
  [
    'edits that overlap',
    edited([
      [0, 2, [[0, 0]]],
      [1, 1, [[0, 0]]],
    ]),
  ],
  [
    'edits that are out of order',
    edited([
      [5, 0, [[0, 0]]],
      [1, 0, [[0, 0]]],
    ]),
  ],
  ['an edit outside its file', edited([[10, 4, [[0, 0]]]])],
  ['a negative offset', edited([[-1, 0, [[0, 0]]]])],
  ['an edit with a missing segment', edited([[0, 0, [[0, 2]]]])],
  ['an edit with a missing condition', edited([[0, 0, [[1, 0]]]])],
  ['an edit that is an object', edited([{ at: 0, remove: 0, choices: [] }])],
  ['deeply nested edits', edited(JSON.parse(`[${'['.repeat(8)}${']'.repeat(8)}]`))],
];

for (const [name, part, code = 'sealed-part-invalid'] of refused) {
  test(`a hostile sealed part is rejected: ${name}`, async () => {
    assert.equal(await verdictOn(archiveWith(part)), code);
  });
}

test('a manifest that names a missing sealed part is rejected', async () => {
  const manifest = rawManifest([page]);
  const content = String(manifest.content).replace(
    '"sealed": false',
    `"restricted": { "sha256": "${sha256('')}", "memberBytes": 9 }, "sealed": false`,
  );
  const tar = [rawEntry(page), rawEntry({ name: 'manifest.json', content }), Buffer.alloc(1024)];
  assert.equal(await verdictOn(gzipSync(Buffer.concat(tar))), 'sealed-part-invalid');
});

test('the error for wrong content contains neither the path nor the expected content', async () => {
  async function* stream(): AsyncGenerator<Buffer> {
    yield archiveWith({ table: table(), contents: 'Secret' });
  }
  const verdict = await verifyBundle({ stream: stream() });
  assert.ok(!verdict.ok && !verdict.message.includes('secret'), JSON.stringify(verdict));
  assert.ok(new BundleError('sealed-part-invalid', '').code);
});
