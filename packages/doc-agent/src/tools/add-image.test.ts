import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeImage } from '../images/shown-images.ts';
import type { JobImage } from '../ports.ts';
import { resolvePolicy } from '../policy/policy.ts';
import { toolBench } from '../testing/tool-bench.ts';
import { Workspace } from '../workspace/workspace.ts';
import { memoryFiles } from '../testing/memory-files.ts';
import { addImageTool } from './add-image.ts';
import { writeFileTool } from './write-file.ts';

const kinds = { png: '\x89PNG\r\n\x1a\n', jpg: '\xff\xd8\xff', gif: 'GIF89a', webp: 'RIFF0000WEBP' } as const;
function draw(name: string, kind: keyof typeof kinds = 'png', text = name): JobImage {
  const image = describeImage(name, Buffer.from(`${kinds[kind]}${text}`, 'latin1'));
  assert.ok(image);
  return image;
}
const error = draw('error.png');
const photo = draw('photo.jpeg', 'jpg');
const files = {
  'docs.json': '{}',
  'guides/setup.mdx': '---\ntitle: Setup\n---\n\nOne.\n',
  'images/logo.png': Buffer.from(`${kinds.png}logo`, 'latin1'),
};
const open = (attached: readonly (readonly JobImage[])[] = [[error, photo]], policy = resolvePolicy()) =>
  toolBench(files, policy, { attached });

test('an attached image becomes a file of the site, with the Markdown that shows it', async () => {
  const bench = open();
  const added = await bench.call('add_image', { image: 'error.png', path: '/images/setup.png' });
  const { path, markdown, next } = added as Record<string, string>;
  assert.deepEqual([path, markdown], ['images/setup.png', '![Alt text](/images/setup.png)']);
  assert.match(next ?? '', /description for readers/);
  const { name: _name, ...image } = error;
  assert.deepEqual(bench.workspace.takeChanges().changes, [
    { path: 'images/setup.png', entry: { kind: 'image', ...image } },
  ]);
  assert.ok((await bench.workspace.paths()).includes('images/setup.png'));
  assert.match(
    JSON.stringify(await bench.call('diff', {})),
    /new file mode.*Binary files \/dev\/null and b\/images\/setup/,
  );
});

test('a job without attached images has no tool that adds them', async () => {
  assert.equal(await open([[]]).call('add_image', { image: 'error.png', path: 'images/a.png' }), undefined);
});

test('an image is found by its name, its number in the newest list, and its digest', async () => {
  const [first, second] = [draw('image.png', 'png', 'one'), draw('image.png', 'png', 'two')];
  const attached = [[error, first], [second, photo, draw('1', 'gif')], []];
  for (const [named, path, found] of [
    ['error.png', 'a.png', error],
    ['1', 'b.gif', draw('1', 'gif')],
    ['2', 'c.jpg', photo],
    ['photo.jpeg', 'C.JPEG', photo],
    [first.digest.slice(0, 8), 'd.png', first],
    [second.digest, 'e.png', second],
  ] as const) {
    const bench = open(attached);
    await bench.call('add_image', { image: named, path });
    const entry = bench.workspace.overlay.get(path);
    assert.equal(entry?.kind === 'image' && entry.digest, found.digest, named);
  }
  const unknown = [
    'image.png',
    '3',
    '4',
    '0',
    '',
    error.digest.slice(0, 7),
    draw('other.png').digest,
    'images/logo.png',
  ];
  const codes = await Promise.all(
    unknown.map((image) => open(attached).call('add_image', { image, path: 'images/a.png' })),
  );
  assert.deepEqual(codes, ['ambiguous', 'invalid_path', ...Array(6).fill('not_found')]);
});

test('an image can be attached twice and added under two paths, and a job can replace its own image', async () => {
  const bench = open([[error], [error, photo]]);
  const add = (image: string, path: string) => bench.call('add_image', { image, path });
  await add('error.png', 'images/a.png');
  await add('error.png', 'images/b.png');
  assert.equal(await add('error.png', 'images/a.png'), 'no_change');
  assert.equal(await add('error.png', 'images/A.png'), 'exists');
  const other = draw('other.png');
  const again = open([[error], [other]]);
  await again.call('add_image', { image: 'error.png', path: 'images/a.png' });
  await again.call('add_image', { image: 'other.png', path: 'images/a.png' });
  const entry = again.workspace.overlay.get('images/a.png');
  assert.equal(entry?.kind === 'image' && entry.digest, other.digest, 'the job’s own image can be replaced');
});

test('an added image can be reverted, but not read or written as text', async () => {
  const bench = open();
  await bench.call('add_image', { image: 'error.png', path: 'images/a.png' });
  assert.equal(await bench.call('read', { path: 'images/a.png' }), 'not_text');
  assert.equal(await bench.call('write', { path: 'images/a.png', content: 'x' }), 'not_text');
  await bench.call('revert', { paths: ['images/a.png'] });
  assert.equal(bench.workspace.overlay.size, 0);
});

for (const [what, path, code] of [
  ['outside the docs folder', '../a.png', 'invalid_path'],
  ['that leaves the docs folder after its first segment', 'images/../../a.png', 'invalid_path'],
  ['in git’s folder', '.git/a.png', 'invalid_path'],
  ['with NUL', 'images/a\0.png', 'invalid_path'],
  ['with a reversed name', 'images/gnp.\u202ea.png', 'invalid_path'],
  ['on another drive', 'C:\\a.png', 'policy'],
  ['without a name', '.png', 'policy'],
  ['without an extension', 'images/a', 'invalid_path'],
  ['of another kind', 'images/a.jpg', 'invalid_path'],
  ['of a page', 'guides/new.mdx', 'invalid_path'],
  ['of the configuration', 'docs.json', 'invalid_path'],
  ['of a hidden folder', '.github/x.png', 'policy'],
  ['of programs', 'scripts/x.png', 'policy'],
  ['that is too long', `images/${'a'.repeat(300)}.png`, 'invalid_path'],
  ['of an existing image', 'images/logo.png', 'exists'],
  ['of an existing image in another letter case', 'Images/LOGO.png', 'exists'],
  ['below a file', 'guides/setup.mdx/a.png', 'exists'],
  ['below an image', 'images/logo.png/a.png', 'exists'],
] as const) {
  test(`an image is not added under a path ${what}`, async () => {
    const bench = open();
    assert.equal(await bench.call('add_image', { image: 'error.png', path }), code);
    assert.equal(bench.workspace.overlay.size, 0);
  });
}

test('an image is added only where the project and the request allow it', async () => {
  for (const settings of [
    { allowPaths: ['guides/**'] },
    { denyPaths: ['images/**'] },
    { onlyPath: 'guides/setup.mdx' },
  ]) {
    const bench = open([[error]], resolvePolicy(settings));
    assert.equal(await bench.call('add_image', { image: 'error.png', path: 'images/a.png' }), 'policy');
  }
});

test('no file is created in place of a symbolic link, or below one', async () => {
  const base = { ...memoryFiles(files), skipped: ['pictures', 'link.png'] };
  const workspace = new Workspace({ base, overlay: new Map(), policy: resolvePolicy(), seen: [] });
  const context = { workspace, attached: [[error]] } as never;
  for (const path of ['pictures/a.png', 'Pictures/a.png', 'link.png'])
    await assert.rejects(addImageTool.run({ image: 'error.png', path }, context), { code: 'exists' }, path);
  for (const path of ['pictures/a.mdx', 'link.png'])
    await assert.rejects(writeFileTool.run({ path, content: 'x' }, context), { code: 'exists' }, path);
});

test('no file is created whose name differs only in Unicode form or case from one that the model can’t read', async () => {
  const bench = toolBench({ ...files, 'images/cafe\u0301.png': 'x', 'guides/key.pem': 'x' }, resolvePolicy(), {
    attached: [[error]],
  });
  for (const path of ['images/caf\u00e9.png', 'images/CAF\u00c9.png', 'guides/KEY.pem/a.png'])
    assert.equal(await bench.call('add_image', { image: 'error.png', path }), 'exists', path);
  for (const path of ['images/caf\u00e9.png', 'guides/key.pem/a.mdx'])
    assert.equal(await bench.call('write', { path, content: 'x' }), 'exists', path);
});

test('no image is added where the repository stores files in Git LFS', async () => {
  const base = { ...memoryFiles(files), isInLfs: async (path: string) => path.startsWith('images/') };
  const workspace = new Workspace({ base, overlay: new Map(), policy: resolvePolicy(), seen: [] });
  const add = (path: string) =>
    addImageTool.run({ image: 'error.png', path }, { workspace, attached: [[error]] } as never);
  await assert.rejects(add('images/a.png'), { code: 'policy', message: /Git LFS/ });
  assert.equal(workspace.overlay.size, 0);
  await add('a.png');
});

test('the error for a wrong extension names the right path', async () => {
  const { workspace } = open();
  const run = (image: string, path: string) =>
    addImageTool.run({ image, path }, { workspace, attached: [[error, photo]] } as never);
  await assert.rejects(run('photo.jpeg', 'images/a.b.png'), /must be \.jpg or \.jpeg: "images\/a\.b\.jpg"$/);
  await assert.rejects(run('error.png', 'images/a'), /"images\/a\.png"$/);
});

test('the Markdown of an unusual path names the same file', async () => {
  const bench = open();
  const { markdown } = (await bench.call('add_image', { image: 'error.png', path: 'images/my (1) é.png' })) as never;
  assert.equal(markdown, '![Alt text](/images/my%20%281%29%20%C3%A9.png)');
});
