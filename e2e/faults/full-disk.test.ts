/** Tests the whole service on a small disk that becomes full while jobs run. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createClient, DocwrightError, type Client } from '@docwright/sdk';
import { collect, docwright, startScript, type Outcome } from '../cli/run-docwright.ts';

const root = mkdtempSync(join(tmpdir(), 'docwright-full-'));
const dataDir = join(root, 'data');
const ballast = join(dataDir, 'ballast');
mkdirSync(dataDir);
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=320m,mode=755', 'tmpfs', dataDir]).status === 0;
const env = { DOCWRIGHT_DATA_DIR: dataDir, DOCWRIGHT_LOG_LEVEL: 'info' };

/** Writes until the disk is completely full. */
function fillDisk(): void {
  const file = openSync(ballast, 'a');
  try {
    for (let size = 4 * 1024 ** 2; size >= 1;) {
      try {
        writeSync(file, Buffer.alloc(size));
        fsyncSync(file);
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
        size = Math.floor(size / 4);
      }
    }
  } finally {
    closeSync(file);
  }
}

interface Readiness {
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

async function readiness(baseUrl: string): Promise<Readiness & { readonly code: number }> {
  const answer = await fetch(`${baseUrl}/readyz`);
  return { code: answer.status, ...((await answer.json()) as Readiness) };
}

async function until<T>(ask: () => Promise<T>, isSo: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (isSo(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

describe('a full disk', { skip: !isMounted && 'mounting a tmpfs is not allowed here' }, () => {
  let child: ReturnType<typeof startScript>;
  let outcome: Promise<Outcome>;
  let client: Client;
  let started: {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly projectId: string;
    readonly domain: string;
  };
  before(async () => {
    child = startScript('packages/cli/bin/docwright.mjs', ['up', '--json', '--port', '0'], env);
    outcome = collect(child);
    const line = await Promise.race([
      once(child.stdout, 'data').then(([text]) => String(text)),
      outcome.then(({ code, stderr }) => Promise.reject(new Error(`exit ${code}: ${stderr}`))),
    ]);
    started = JSON.parse(line) as typeof started;
    client = createClient({ baseUrl: started.baseUrl, apiKey: started.apiKey });
  });
  after(async () => {
    child?.kill('SIGTERM');
    await outcome;
    if (isMounted) spawnSync('umount', [dataDir]);
    rmSync(root, { recursive: true, force: true });
  });

  test('doesn’t stop the service: writes fail with known errors, readiness reports it, and all jobs complete later', async () => {
    const { baseUrl, projectId, domain } = started;
    const before = await readiness(baseUrl);
    assert.deepEqual([before.code, before.checks['disk']], [200, 'ok']);

    const jobs = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((number) =>
        client.createAgentJob({ projectId, prompt: `append section "Part ${number}" to index: "Text."` }),
      ),
    );
    const exporting = await client.startStaticExport({ domain });
    fillDisk();
    const full = await until(
      () => readiness(baseUrl).catch(() => undefined),
      (answer) => answer?.checks['disk'] === 'full',
    );
    assert.equal(full?.code, 503);
    assert.match(full?.warnings.join() ?? '', /disk of the data folder is full/);

    // Every request is logged, and most need to write. If the database rejects a write because of missing space, the
    // error says so; while PostgreSQL is restarting, the error is "unavailable".
    const codes = new Set<string>();
    for (let count = 0; count < 40; count += 1) {
      fillDisk();
      const prompt = `append section "More" to index: "${'x'.repeat(50_000)}"`;
      const refused = await client
        .createAgentJob({ projectId, prompt }, { signal: AbortSignal.timeout(20_000) })
        .then((job) => void jobs.push(job))
        .catch((error: unknown) => error);
      if (refused instanceof DocwrightError) codes.add(refused.code);
    }
    const known = ['storage_full', 'unavailable', 'rate_limited', 'timeout', 'network'];
    assert.deepEqual(
      [...codes].filter((code) => !known.includes(code)),
      [],
    );
    assert.equal((await fetch(`${baseUrl}/healthz`)).status, 200);
    assert.equal(child.exitCode, null);

    rmSync(ballast);
    await until(
      () => readiness(baseUrl),
      (answer) => answer.code === 200 && answer.checks['disk'] === 'ok',
    );
    for (const { id } of jobs) {
      const job = await client.waitForAgentJob({ projectId, id });
      assert.equal(job.status, 'completed', JSON.stringify(job.error));
    }
    const exported = await client.waitForExport({ jobId: exporting.jobId });
    assert.equal(exported.status, 'completed', JSON.stringify(exported.error));
    for (const line of readFileSync(join(dataDir, 'docwright.log'), 'utf8').trim().split('\n')) JSON.parse(line);
  });

  test('leaves an installation in which the audit finds no violated guarantee', async () => {
    const { code, stdout, stderr } = await docwright(['audit', '--settled'], env);
    assert.equal(code, 0, stdout + stderr);
  });
});
