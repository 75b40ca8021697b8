import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkSecrets } from './check-secrets.ts';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

const key = 'dw_000000000000000000000000000000002vykr2';
const canary = { name: 'canary 1', text: 'canary-"Wq81"-ünder' };

describe('N8: a secret', () => {
  let installation: AuditedInstallation;
  before(async () => {
    installation = await openAuditedInstallation();
  });
  after(() => installation.close());
  const findIn = (statement: string, values: readonly unknown[]) =>
    installation.findAfter(
      (deps, findings) => checkSecrets({ ...deps, secrets: [canary] }, findings),
      statement,
      values,
    );

  test('isn’t reported in a valid installation, which contains digests of keys', async () => {
    assert.equal(await installation.find(checkSecrets, { secrets: [canary] }), '');
  });

  test('is found in text, bytes, arrays and JSON, even if it is escaped, and is never repeated', async () => {
    const text = `use ${key} now`;
    for (const [statement, value, subject] of [
      ['UPDATE agent_job_turns SET prompt = $1', text, 'public.agent_job_turns.prompt a row contains an API key'],
      [
        'UPDATE agent_job_overlay SET content = $1',
        Buffer.from(`\u0000${text}`),
        'public.agent_job_overlay.content a row contains an API key',
      ],
      [
        'UPDATE agent_job_overlay SET content = $1',
        Buffer.from(`\u0000${canary.text}`),
        'public.agent_job_overlay.content a row contains canary 1',
      ],
      [
        'UPDATE agent_jobs SET usage = jsonb_build_object($1::text, 1)',
        text,
        'public.agent_jobs.usage a row contains an API key',
      ],
      [
        'UPDATE local_pull_requests SET labels = ARRAY[$1::text]',
        canary.text,
        'public.local_pull_requests.labels a row contains canary 1',
      ],
      [
        'UPDATE agent_job_events SET data = jsonb_build_object(1, $1::text)',
        canary.text,
        'public.agent_job_events.data a row contains canary 1',
      ],
    ] as const) {
      const found = await findIn(statement, [value]);
      assert.ok(found.includes(`N8 ${subject}`), `${subject}\n${found}`);
      assert.ok(!found.includes(key) && !found.includes('Wq81'), found);
    }
  });

  test('must have a valid checksum: text that only has a key’s format is ignored', async () => {
    assert.equal(await findIn('UPDATE agent_job_turns SET prompt = $1', [`dw_${'0'.repeat(38)}`]), '');
  });

  test('is found in a log, across chunk boundaries; an unreadable log is also reported', async () => {
    const path = join(installation.folder, 'docwright.log');
    await writeFile(path, `${'.'.repeat(65_520)}${key}\n`);
    const found = await installation.find(checkSecrets, { logFiles: [path, `${path}.gone`] });
    assert.match(found, /^N8 .*docwright\.log a line contains an API key$/m);
    assert.match(found, /^N8 .*docwright\.log\.gone can't be read: ENOENT/m);
  });
});
