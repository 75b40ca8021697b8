import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';
import { agentJob, deployment } from '../../testing/samples.ts';

const root = mkdtempSync(join(tmpdir(), 'docwright-open-'));
after(() => rmSync(root, { recursive: true }));

const site = { url: 'http://acme.localhost:4401', live: true };
const routes = {
  'GET /v2/agent/proj_1/job/aj_1': () => ({ body: agentJob }),
  'GET /v2/agent/proj_1/job/aj_2': () => ({ body: { ...agentJob, prLink: null } }),
  'GET /v1/project/update-status/dpl_1': () => ({ body: { ...deployment, url: null } }),
  'GET /v1/projects/proj_1/site': () => ({ body: site }),
};

test('the target is determined by a word or by the type of an ID', async () => {
  await using service = await startFakeService(routes);
  const addresses = {
    dashboard: `${service.baseUrl}/dashboard/projects/proj_1`,
    manual: `${service.baseUrl}/docs`,
    site: site.url,
    aj_1: 'https://host/docs/pull/1',
    aj_2: `${service.baseUrl}/dashboard/jobs/proj_1/aj_2`,
    dpl_1: `${service.baseUrl}/dashboard/projects/proj_1/deployments/dpl_1`,
    se_1: `${service.baseUrl}/dashboard/exports/se_1`,
  };
  for (const [what, url] of Object.entries(addresses)) {
    const { code, json } = await runJson(['open', what], { env: service.env });
    assert.deepEqual([what, code, json], [what, 0, { url, opened: false }]);
  }
});

test('the browser receives the address as one argument; --print starts no browser', async () => {
  await using service = await startFakeService(routes);
  const seen = join(root, 'seen');
  const browser = join(root, 'browser');
  writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$#" "$1" > '${seen}.new' && mv '${seen}.new' '${seen}'\n`);
  chmodSync(browser, 0o755);
  const env = { ...service.env, BROWSER: browser };
  assert.equal((await runCommand(['open', 'site', '--print'], { env })).stdout, `${site.url}\n`);
  assert.throws(() => readFileSync(seen));
  assert.deepEqual(await runCommand(['open', 'site'], { env }), { code: 0, stdout: `${site.url}\n`, stderr: '' });
  while (readable(seen) === undefined) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(readable(seen), `1\n${new URL(site.url).href}\n`);
});

const readable = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

test('without a browser, the address is printed; sites that aren’t live and unknown targets are rejected', async () => {
  await using service = await startFakeService({
    'GET /v1/projects/proj_1/site': () => ({ body: { ...site, live: false } }),
  });
  const env = { ...service.env, BROWSER: join(root, 'none') };
  const reported = await runCommand(['open'], { env });
  assert.equal(reported.code, 0);
  assert.match(reported.stderr, /Open this address yourself/);
  assert.match((await runCommand(['open', 'site'], { env })).stderr, /docwright deploy/);
  assert.equal((await runCommand(['open', 'moon'], { env })).code, 2);
});
