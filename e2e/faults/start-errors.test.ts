import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { docwright } from '../cli/run-docwright.ts';
import { startProcess } from './processes.ts';

describe('a start that can’t succeed ends with one line on stderr and an exit code', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-start-errors-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function refuses(args: readonly string[], env: Readonly<Record<string, string>>, line: RegExp): Promise<void> {
    const { code, stderr } = await docwright(args, { DOCWRIGHT_DATA_DIR: join(folder, 'data'), ...env });
    assert.equal(code, 1, stderr);
    // `up` first prints its next step.
    const lines = stderr
      .trimEnd()
      .split('\n')
      .filter((text) => !text.endsWith('…'));
    assert.equal(lines.length, 1, stderr);
    assert.match(lines[0] ?? '', line);
  }

  test('a port in use is named, with the setting for another port', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = String((server.address() as AddressInfo).port);
    await refuses(
      ['serve', '--port', port],
      {},
      new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is in use.*DOCWRIGHT_PORT`),
    );
    server.close();
  });

  test('an invalid DOCWRIGHT_MODEL is named before anything starts, with the allowed values', async () => {
    const { code, stderr } = await docwright(['up', '--port', '0'], {
      DOCWRIGHT_DATA_DIR: join(folder, 'data'),
      DOCWRIGHT_MODEL: 'gpt5',
    });
    assert.equal(code, 2, stderr);
    assert.match(stderr, /error: DOCWRIGHT_MODEL is "gpt5"; allowed: provider\/model, such as anthropic\//);
  });

  test('a model without its other settings ends with the name of the missing setting', async () => {
    const missing = /: the provider "anthropic" needs DOCWRIGHT_MODEL_API_KEY/;
    await refuses(['up', '--port', '0'], { DOCWRIGHT_MODEL: 'anthropic/claude-sonnet-4-5' }, missing);
  });

  test('an audit of a folder without an installation is refused and creates no folder', async () => {
    await refuses(['audit'], { DOCWRIGHT_DATA_DIR: join(folder, 'empty') }, /There is no installation in .*empty/);
    assert.equal(existsSync(join(folder, 'empty')), false);
  });

  test('a data folder that can’t be used is named', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    for (const command of ['serve', 'worker', 'up']) {
      const args = command === 'worker' ? [command] : [command, '--port', '0'];
      await refuses(args, { DOCWRIGHT_DATA_DIR: join(file, 'data') }, /a-file/);
    }
  });

  test('a database that does not respond is named, without its password', async () => {
    const password = 'not-for-any-line';
    const env = { DATABASE_URL: `postgres://someone:${password}@127.0.0.1:1/docs` };
    await refuses(['serve', '--port', '0'], env, /127\.0\.0\.1/);
    const { stdout, stderr } = await docwright(['worker'], { DOCWRIGHT_DATA_DIR: join(folder, 'data'), ...env });
    assert.ok(!`${stdout}${stderr}`.includes(password));
  });

  test('a second instance on the same data folder is rejected, and the first continues', async () => {
    const dataDir = join(folder, 'shared');
    const env = { DOCWRIGHT_DATA_DIR: dataDir };
    const first = startProcess(['up', '--port', '0', '--no-example'], env, join(folder, 'up.log'));
    try {
      const { baseUrl } = await first.ready;
      await refuses(['up', '--port', '0'], env, /in use by another instance/);
      assert.equal((await fetch(`${String(baseUrl)}/healthz`)).status, 200);
    } finally {
      first.kill('SIGTERM');
    }
    assert.equal((await first.ended).code, 0);
  });
});
