import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startCommand } from '../testing/run-command.ts';
import { writeSite } from '../testing/write-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'docwright-preview-'));
writeSite(folder, {
  'docs.json': JSON.stringify({
    theme: 'mint',
    name: 'Test',
    colors: { primary: '#0a7' },
    navigation: { pages: ['index', 'guide', 'staff', 'board'] },
  }),
  'staff.mdx': '---\ntitle: Staff\ngroups: [staff]\n---\n\nFor staff.\n',
  'board.mdx': '---\ntitle: Board\ngroups: [board]\n---\n\nFor the board.\n',
});
const child = startCommand(['dev', folder, '--groups', 'staff,other', '--json'], { cwd: folder });
after(async () => {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  rmSync(folder, { recursive: true });
});

test('dev --groups serves the site as a member of the groups sees it, even after a save', async () => {
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  const started = JSON.parse(chunk.toString()) as { url: string; pages: number };
  const url = started.url.replace('localhost', '127.0.0.1');
  const statusOf = async (path: string): Promise<number> => (await fetch(`${url}${path}`)).status;
  assert.deepEqual([started.pages, await statusOf('staff'), await statusOf('board')], [3, 200, 404]);
  const events = (await fetch(`${url}_docwright/preview/events`)).body?.getReader();
  writeFileSync(join(folder, 'staff.mdx'), '---\ntitle: Staff\ngroups: [board]\n---\n\nFor the board now.\n');
  while ((await statusOf('staff')) !== 404) await events?.read();
  await events?.cancel();
  assert.equal(await statusOf('index'), 200);
});
