import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';
import { siteDomain } from '../../testing/samples.ts';

const path = '/v1/projects/proj_1/domains';

test('domains add prints the records to set', async () => {
  await using service = await startFakeService({
    [`POST ${path}`]: () => ({ status: 201, body: siteDomain }),
  });
  const { code, stdout } = await runCommand(['domains', 'add', 'docs.example.com'], { env: service.env });
  assert.equal(code, 0);
  assert.match(stdout, /CNAME +docs\.example\.com +acme\.sites\.example +proof and address/);
  assert.match(stdout, /Status +pending/);
  assert.deepEqual(service.requests[0]?.body, { domain: 'docs.example.com' });
});

test('if the installation has no public sites domain, the missing step is printed', async () => {
  const records = siteDomain.records.map((each) =>
    each.type === 'CNAME' ? { ...each, value: 'acme.localhost' } : each,
  );
  await using service = await startFakeService({
    [`POST ${path}`]: () => ({ status: 201, body: { ...siteDomain, records } }),
  });
  const { stdout } = await runCommand(['domains', 'add', 'docs.example.com'], { env: service.env });
  assert.match(stdout, /DOCWRIGHT_SITES_DOMAIN/);
});

test('a check fails with the reason while the records don’t verify the domain', async () => {
  let status: 'pending' | 'verified' = 'pending';
  await using service = await startFakeService({
    [`POST ${path}/docs.example.com/check`]: () => ({
      body: {
        ...siteDomain,
        status,
        reason: 'Found no CNAME record of docs.example.com.',
        certificate: {
          status: 'failed',
          reason: 'The authority reports: no.',
          expiresAt: null,
          nextOrderAt: '2026-01-01T00:15:00.000Z',
        },
      },
    }),
  });
  const args = ['domains', 'check', 'docs.example.com'];
  const missing = await runCommand(args, { env: service.env });
  assert.equal(missing.code, 1);
  assert.match(missing.stdout, /Found no CNAME record/);
  assert.match(
    missing.stdout,
    /Certificate +failed, ordered at 2026-01-01T00:15:00\.000Z: The authority reports: no\./,
  );
  status = 'verified';
  assert.equal((await runCommand(args, { env: service.env })).code, 0);
});

test('a domain with non-ASCII letters is shown in Unicode and in Punycode', async () => {
  const domain = { ...siteDomain, domain: 'xn--bcher-kva.example', displayName: 'bücher.example' };
  await using service = await startFakeService({ [`GET ${path}`]: () => ({ body: { domains: [domain] } }) });
  const { stdout } = await runCommand(['domains', 'list'], { env: service.env });
  assert.match(stdout, /^bücher\.example \(xn--bcher-kva\.example\) /m);
});

test('the list shows which domain is primary', async () => {
  await using service = await startFakeService({
    [`GET ${path}`]: () => ({ body: { domains: [{ ...siteDomain, status: 'verified', primary: true }] } }),
    [`POST ${path}/www.example.com/primary`]: () => ({
      body: { ...siteDomain, domain: 'www.example.com', primary: true },
    }),
  });
  const { stdout } = await runCommand(['domains', 'list'], { env: service.env });
  assert.match(stdout, /docs\.example\.com +verified \(primary\) +no +not yet/);
  const { json } = await runJson(['domains', 'primary', 'www.example.com'], { env: service.env });
  assert.equal(json['primary'], true);
});

test('a domain is removed only with --yes if no prompt is possible', async () => {
  await using service = await startFakeService({
    [`DELETE ${path}/docs.example.com`]: () => ({ status: 204 }),
  });
  const args = ['domains', 'remove', 'docs.example.com'];
  const asked = await runCommand(args, { env: service.env });
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /to delete the domain docs\.example\.com without confirmation, pass --yes/);
  assert.equal(service.requests.length, 0);
  assert.equal((await runCommand([...args, '--yes'], { env: service.env })).code, 0);
  assert.equal(service.requests.length, 1);
});
