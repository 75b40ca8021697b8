/** Tests the path from an attached screenshot to the pull request with the file and the page that shows it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { ScriptedTurn } from '../../packages/server/src/platform/models/testing/scripted-models.ts';
import { requireOk, smallSite, startAgentBench, type AgentBench } from './agent-bench.ts';

const run = promisify(execFile);

describe('an image that a person attaches', () => {
  let bench: AgentBench;
  let scratch: string;
  before(async () => {
    bench = await startAgentBench();
    scratch = await mkdtemp(join(tmpdir(), 'docwright-images-'));
  });
  after(async () => {
    await bench?.[Symbol.asyncDispose]();
    await rm(scratch, { recursive: true, force: true });
  });
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  const attachments = [{ name: 'Screenshot 1.png', content: png.toString('base64') }];
  const add = (path: string, image = 'Screenshot 1.png') => ({ name: 'add_image', input: { image, path } });
  const put = (old: string, text: string) => ({
    name: 'edit',
    input: { path: 'guides/setup', edits: [{ old, new: text }] },
  });
  const finish = { name: 'finish', input: { outcome: 'changes', title: 'Show the setup', summary: 'One image.' } };
  const read: ScriptedTurn = [{ name: 'read', input: { path: 'guides/setup' } }];

  /** Clones a branch from the embedded code host, and returns the folder. */
  async function clone(name: string, branch: string): Promise<string> {
    const folder = join(scratch, `${name}-${branch.replaceAll('/', '-')}-${Math.random()}`);
    const { host } = new URL(bench.service.baseUrl);
    const url = `http://any:${bench.service.apiKey}@${host}/git/${name}.git`;
    await run('git', ['clone', '--quiet', '--branch', branch, url, folder]);
    return folder;
  }

  test('is in the pull request with a page that shows it, and a follow-up moves it', async () => {
    const project = await bench.createProject('pictures', smallSite);
    const shown = '![The setup dialog](/images/setup.png)';
    await bench.script(project, [
      read,
      [add('images/setup.png'), put('The colour', `${shown}\n\nThe colour`)],
      [finish],
    ]);
    const job = await bench.run(project, 'Show this in the setup guide, above the text.', { attachments });
    assert.equal(job.result, 'changes', JSON.stringify(job));
    const files = Object.fromEntries(job.files.map((file: { path: string }) => [file.path, file]));
    const digest = createHash('sha256').update(png).digest('hex');
    assert.deepEqual(files['images/setup.png'].image, { digest, mediaType: 'image/png', sizeBytes: png.length });
    const folder = await clone('pictures', job.source.ref);
    assert.deepEqual(await readFile(join(folder, 'images/setup.png')), png);
    assert.ok((await readFile(join(folder, 'guides/setup.mdx'), 'utf8')).includes(shown));
    assert.match(await bench.page(job.prLink), /images\/setup\.png/);
    assert.match(await bench.diff(project, job.id), /^Binary files \/dev\/null and b\/images\/setup\.png differ$/m);
    const preview = requireOk(
      await bench.service.request('POST', `/v2/agent/${project}/job/${job.id}/preview`, { body: {} }),
    );
    const { afterUrl } = preview.pages.find(({ path }: { path: string }) => path === 'guides/setup.mdx');
    const html = await (await fetch(afterUrl)).text();
    const [, source = ''] = /<img[^>]* src="([^"]*setup[^"]*\.png)"/.exec(html) ?? [];
    assert.deepEqual(Buffer.from(await (await fetch(new URL(source, afterUrl))).arrayBuffer()), png);

    await bench.script(project, [
      [
        add('images/dialog.png'),
        { name: 'revert', input: { paths: ['images/setup.png'] } },
        put('/images/setup.png', '/images/dialog.png'),
      ],
      [finish],
    ]);
    const moved = await bench.followUp(project, job.id, 'Rename the file to dialog.png.');
    assert.equal(moved.result, 'changes', JSON.stringify(moved));
    const after = await clone('pictures', job.source.ref);
    assert.deepEqual(await readFile(join(after, 'images/dialog.png')), png);
    await assert.rejects(readFile(join(after, 'images/setup.png')), { code: 'ENOENT' });
  });

  test('isn’t taken from another job, and no job without attachments can add one', async () => {
    const project = await bench.createProject('foreign', smallSite);
    await bench.script(project, [
      read,
      [add('images/setup.png', createHash('sha256').update(png).digest('hex'))],
      [{ name: 'finish', input: { outcome: 'no_changes', summary: 'No image.' } }],
    ]);
    const other = [{ name: 'b.png', content: Buffer.concat([png, Buffer.from('b')]).toString('base64') }];
    for (const [body, refusal] of [
      [{ attachments: other }, /not_found.{1,40}no attached image is named/],
      [{}, /unknown_tool/],
    ] as const) {
      const before = bench.models.requestsOf(bench.lastScript()).length;
      const job = await bench.run(project, 'Show it.', body);
      assert.deepEqual([job.result, job.files], ['no_changes', []], JSON.stringify(job));
      const requests = bench.models.requestsOf(bench.lastScript()).slice(before);
      assert.match(JSON.stringify(requests.at(-1)?.body), refusal);
      // The script's answers begin again for the next job.
      await bench.script(project, [
        read,
        [add('images/setup.png')],
        [{ name: 'finish', input: { outcome: 'no_changes', summary: 'No image.' } }],
      ]);
    }
  });
});
