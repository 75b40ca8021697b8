import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleSite } from '../testing/sample-site.ts';
import { toolBench } from '../testing/tool-bench.ts';
import { isGuidePath, isReadablePath } from './readable-path.ts';

const secret = `
  .env a/.env .ENV .Env.Production packages/api/.env.production .env.local .env.example .env-local .env~ .env.md/x.md prod.env .envrc
  id_rsa a/ID_RSA id_ed25519 id_ed25519_sk id_rsa.bak server.pem a/SERVER.PEM ca.key tls.key.old a.p12 a.pfx a.jks a.ppk a.p8 a.keystore
  a.kdbx a.gpg client.ovpn .npmrc a/.npmrc .yarnrc.yml .netrc _netrc .pypirc .git-credentials .htpasswd .pgpass .my.cnf .s3cfg
  .dockerconfigjson .vault-token .bash_history credentials credentials.json CREDENTIALS.JSON credentials.json.bak
  aws-credentials.json credentials.production.yml secrets.yml secret.json secrets.prod.toml app-secrets.yaml client_secret.json
  client_secret_123.json service-account.json serviceaccount-key.json firebase-adminsdk-x.json
  application_default_credentials.json token.json kubeconfig terraform.tfstate terraform.tfstate.backup prod.tfvars
  prod.auto.tfvars.json .ssh/config a/.aws/credentials .gnupg/x.md .kube/config .docker/config.json .git/config
  .terraform/x.json \uff49\uff44_rsa credentials.j\u017fon terraform.tf\u017ftate .terraformrc
`
  .trim()
  .split(/\s+/);
/** Unusual spellings of secret files' names. */
const odd = [
  '.env.',
  '.env ',
  'a/.env./b',
  '../.env',
  './.env',
  '/.env',
  'a//.env',
  '.e\u200bnv',
  'cafe\u0301.md',
  'a\\.env',
];
const plain = `
  index.mdx guides/environment.md guides/secrets.mdx concepts/credentials.md keys.mdx guides/id_rsa.md api/tokens.mdx envoy.json
  docs.json api/openapi.yaml secretary.json guides/env/setup.mdx .environment.md images/key.svg a.keys.md AGENTS.md
`
  .trim()
  .split(/\s+/);

test('files meant for secrets aren’t readable, even if their names are written in unusual ways', () => {
  for (const path of [...secret, ...odd.filter((path) => path !== 'a\\.env')])
    assert.equal(isReadablePath(path), false, path);
  for (const path of plain) assert.equal(isReadablePath(path), true, path);
});

test('only a text file that models may read can be a style guide', () => {
  for (const path of [...secret, ...odd, 'docs.json', 'style.pdf', 'style', 'a.yaml', 'a.env.txt/..', '.env.md'])
    assert.equal(isGuidePath(path), false, path);
  for (const path of ['STYLE.md', 'docs/style.mdx', '.github/style.txt', 'guides/secrets.md'])
    assert.equal(isGuidePath(path), true, path);
});

test('tools don’t list, read, find or quote a file that contains secrets', async () => {
  const canary = 'CANARY-7f3a';
  const files = Object.fromEntries(
    secret.filter((path) => !path.includes('/x.md')).map((path) => [path, `${canary}\n`]),
  );
  const bench = toolBench({ ...sampleSite, ...files });
  const answers = [
    await bench.call('list', {}),
    await bench.call('list', { glob: '**/.*' }),
    await bench.call('list', { glob: '**/*' }),
    await bench.call('grep', { regex: canary, glob: '**' }),
    await bench.call('grep', { regex: canary, glob: '**/.*' }),
    await bench.call('search_docs', { query: canary }),
  ];
  for (const path of secret) {
    answers.push(await bench.call('read', { path }));
    answers.push(await bench.call('edit', { path, edits: [{ old: canary, new: 'x' }] }));
    answers.push(await bench.call('frontmatter', { path, set: { a: 1 } }));
    answers.push(await bench.call('move_page', { from: path, to: 'moved' }));
  }
  const answersText = JSON.stringify(answers);
  assert.equal(answersText.includes(canary), false);
  for (const path of secret) assert.equal(answersText.includes(JSON.stringify(path)), false, path);
});
