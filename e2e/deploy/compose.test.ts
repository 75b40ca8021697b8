/** Checks the compose file as text, so that no container runtime is needed. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { parse } from 'yaml';

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly security_opt?: readonly string[];
  readonly read_only?: boolean;
  readonly healthcheck?: object;
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
}

const read = (path: string): Promise<string> => readFile(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');
const text = await read('compose.yaml');
const { services } = parse(text, { merge: true }) as { readonly services: Readonly<Record<string, Service>> };

describe('the compose file', () => {
  test('requires every secret by name, and the example has a line for each secret', async () => {
    const required = [...text.matchAll(/\$\{(\w+):\?([^}]+)\}/g)];
    const example = await read('compose.env.example');
    const names = new Set(required.map(([, name]) => name));
    const listed = [...names].map(String).sort((a, b) => a.localeCompare(b));
    assert.deepEqual(listed, ['DOCWRIGHT_MASTER_KEY', 'DOCWRIGHT_SECRET', 'POSTGRES_PASSWORD', 'S3_SECRET_KEY']);
    for (const [, name, remedy] of required) {
      assert.match(remedy ?? '', /deploy\/\.env/, `a remedy for ${name}`);
      assert.match(example, new RegExp(`^${name}=$`, 'm'));
    }
  });

  test('gives the API and the worker the same keys, and bubblewrap its required permissions', async () => {
    for (const name of ['DOCWRIGHT_SECRET', 'DOCWRIGHT_MASTER_KEY', 'DOCWRIGHT_SANDBOX'])
      assert.equal(services['api']?.environment?.[name], services['worker']?.environment?.[name], name);
    assert.match(services['api']?.environment?.['DOCWRIGHT_SANDBOX'] ?? '', /:-require\}$/);
    for (const name of ['api', 'worker']) {
      const profile = services[name]?.security_opt
        ?.find((option) => option.startsWith('seccomp:'))
        ?.slice('seccomp:'.length);
      const { syscalls } = JSON.parse(await read(profile ?? '')) as {
        readonly syscalls: readonly { names: string[] }[];
      };
      const refused = syscalls.flatMap(({ names }) => names);
      for (const needed of ['clone', 'unshare', 'mount', 'umount2', 'pivot_root'])
        assert.ok(!refused.includes(needed), needed);
      for (const never of ['bpf', 'kexec_load', 'init_module', 'ptrace']) assert.ok(refused.includes(never), never);
    }
  });

  test('has an additional file for an edge with its own TLS, and the API uses the same certificate authority', async () => {
    const more = parse(await read('compose.tls.yaml'), { merge: true }) as { services: Record<string, Service> };
    const { api, edge } = more.services;
    assert.deepEqual(edge?.ports, ['80:4401', `443:${edge?.environment?.['DOCWRIGHT_SITES_TLS_PORT']}`]);
    assert.equal(api?.environment?.['DOCWRIGHT_ACME_DIRECTORY'], edge?.environment?.['DOCWRIGHT_ACME_DIRECTORY']);
    const example = await read('compose.env.example');
    for (const [, name] of (await read('compose.tls.yaml')).matchAll(/\$\{(\w+)/g))
      assert.match(example, new RegExp(`^${name}=$`, 'm'));
  });

  test('runs no container with a writable root file system, new privileges, or an unpinned version', () => {
    for (const [name, { image, read_only: isReadOnly, security_opt: options, healthcheck, command }] of Object.entries(
      services,
    )) {
      assert.equal(isReadOnly, true, name);
      assert.ok(options?.includes('no-new-privileges:true'), name);
      // A worker doesn't listen, and a migration ends.
      assert.ok(
        healthcheck !== undefined || ['worker', 'migrate'].includes(command?.[0] ?? ''),
        `${name} has a health check`,
      );
      if (image !== 'docwright') assert.match(image, /:\d+\.\d+[\w.-]*$/, name);
    }
  });
});
