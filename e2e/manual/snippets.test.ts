import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseHostSettings } from '@docwright/host';
import { loadSettings } from '@docwright/server';
import { parseSync } from 'oxc-parser';
import { parse } from 'yaml';
import { readDefinition } from '../../packages/server/src/modules/agent/automations/read-definition.ts';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { sampleRows } from '../../scripts/sample-rows.ts';
import { startTestService, until, type TestService } from '../api/test-service.ts';
import { findHelm } from '../deploy/find-helm.ts';
import { openManualShell, type ManualShell } from './manual-shell.ts';
import { readSnippets, type Snippet } from './read-snippets.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
/**
 * The command page is generated from the commands, and the blocks on the component page are examples. Both have other
 * tests.
 */
const notCommands = ['cli.mdx', 'write/components.mdx'];
const snippets = readSnippets(join(repository, 'docs')).filter(({ page }) => !notCommands.includes(page));
const pages = [...new Set(snippets.map(({ page }) => page))];
const root = mkdtempSync(join(tmpdir(), 'docwright-manual-'));

let service: TestService;
let shell: ManualShell;
let files: Server;
/** The address of the reader's static server, which serves files from the snippets and receives webhooks. */
let filesUrl = '';
let freePorts: readonly number[] = [];

before(async () => {
  files = createServer((request, response) => {
    request.resume();
    if (request.method !== 'GET') return void response.writeHead(204).end();
    const bundle = createReadStream(join(shell.folder, 'site.tar.gz'));
    bundle.on('error', () => response.writeHead(404).end());
    return void bundle.pipe(response);
  });
  filesUrl = await listen(files);
  const privateWebhookHosts = filesUrl;
  service = await startTestService({
    worker: true,
    embedded: true,
    settings: { privateWebhookHosts, deploymentConcurrency: '1' },
  });
  shell = openManualShell(root, {
    DOCWRIGHT_BASE_URL: service.baseUrl,
    DOCWRIGHT_API_KEY: service.apiKey,
    DOCWRIGHT_DATA_DIR: service.dataDir,
    // Ports of servers that a snippet starts next to the service.
    DOCWRIGHT_PORT: '0',
    DOCWRIGHT_HOST_PORT: '0',
    BASE: service.baseUrl,
    KEY: service.apiKey,
  });
  freePorts = [await findFreePort(), await findFreePort()];
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  writeDocs(join(root, 'my-docs'));
  writeOldDocs(join(root, 'old-docs'));
});
beforeEach(async () => {
  // A page's snippets can change the deployment kind, so each page starts with a new project's kind.
  const { status } = await service.request('PATCH', `/v1/projects/${service.projectId}`, {
    body: { deploymentKind: 'cloud' },
  });
  assert.equal(status, 200);
  for (const name of readdirSync(shell.folder)) rmSync(join(shell.folder, name), { recursive: true });
  writeFileSync(join(shell.folder, 'key.txt'), 'sk-of-a-reader\n');
  writeFileSync(join(shell.folder, 'style.md'), 'Write in the present tense.\n');
});
afterEach(() => shell.stopServers());
after(async () => {
  await service.stop();
  files.close();
  rmSync(root, { recursive: true, force: true });
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Writes the files of a reader who already has documents. */
function writeDocs(folder: string): void {
  mkdirSync(folder);
  const config = {
    theme: 'mint',
    name: 'Mine',
    colors: { primary: '#0d9373' },
    navigation: { pages: ['index', 'setup'] },
  };
  writeFileSync(join(folder, 'docs.json'), JSON.stringify(config));
  for (const page of ['index', 'setup'])
    writeFileSync(join(folder, `${page}.mdx`), `---\ntitle: ${page}\n---\n\nText.\n`);
}

/** Writes the files of a reader who migrates from another tool. */
function writeOldDocs(folder: string): void {
  mkdirSync(join(folder, 'docs'), { recursive: true });
  writeFileSync(join(folder, 'mkdocs.yml'), 'site_name: Old\nnav:\n  - Home: index.md\n');
  writeFileSync(join(folder, 'docs/index.md'), '# Home\n\n!!! note\n    Moved.\n');
}

type Replace = readonly [from: string | RegExp, to: string | (() => Promise<string>)];

const first = async (path: string, list: string): Promise<string> =>
  (await service.request('GET', path)).json[list][0].id;
const endpoint = (): Promise<string> => first('/v1/webhook-endpoints', 'endpoints');

/** Creates a completed delivery, for a reader to inspect. */
async function delivery(): Promise<string> {
  const path = `/v1/webhook-endpoints/${await endpoint()}`;
  const known = async () => (await service.request('GET', `${path}/deliveries`)).json.deliveries;
  if ((await known()).length === 0) await service.request('POST', `${path}/test`);
  const [ended] = await until(known, ([newest]) => newest !== undefined && newest.status !== 'pending');
  return ended.id;
}

/** Creates a job with an open pull request. */
async function reviewedJob(): Promise<string> {
  const path = `/v2/agent/${service.projectId}/job`;
  const body = { prompt: 'append section "Reviewed" to quickstart: "It was checked."' };
  const { id } = (await service.request('POST', path, { body })).json;
  await until(
    async () => (await service.request('GET', `${path}/${id}`)).json,
    ({ status }) => status !== 'active',
  );
  return id;
}

async function automation(): Promise<string> {
  const body = { name: 'Weekly', kind: 'fix-links', trigger: { type: 'schedule', cron: '0 9 * * 1' } };
  return (await service.request('POST', `/v1/projects/${service.projectId}/automations`, { body })).json.id;
}

async function ownProject(): Promise<string> {
  const { projects } = (await service.request('GET', '/v1/projects')).json;
  return projects.find(({ domains }: { domains: string[] }) => domains.includes('docs.my.example')).id;
}

/** Returns the values that readers of the manual fill in: their own IDs and addresses, and folders of this test. */
const replacements = (page: string): readonly Replace[] => [
  ['proj_…', page === 'quickstart.mdx' ? ownProject : service.projectId],
  ['<project>', service.projectId],
  ['aj_…', reviewedJob],
  ['auto_…', automation],
  ['whe_…', endpoint],
  ['whd_…', delivery],
  ['https://ci.example.com/docwright', filesUrl],
  [/http:\/\/files\.internal\/\S+/, `${filesUrl}/site.tar.gz`],
  ["'https://…'", `'${filesUrl}/site.tar.gz'`],
  [/(?<![\w/])\/(srv|backups|var\/lib)\//g, `${root}/$1/`],
  ...(page === 'operate/upgrade.mdx' ? [['backups/2026-11-22', '$(ls -d backups/* | tail -n 1)'] as const] : []),
  [/\b8080\b/, String(freePorts[0])],
  [/\b9090\b/, String(freePorts[1])],
];

async function fillIn({ page, text }: Snippet): Promise<string> {
  let filled = text;
  for (const [from, to] of replacements(page)) {
    if (typeof from === 'string' ? !filled.includes(from) : filled.search(from) < 0) continue;
    const value = typeof to === 'string' ? to : await to();
    filled = typeof from === 'string' ? filled.replaceAll(from, value) : filled.replace(from, value);
  }
  return filled;
}

const isAssignments = (text: string): boolean => text.split('\n').every((line) => /^DOCWRIGHT_\w+=/.test(line));

async function runShell(snippet: Snippet): Promise<void> {
  if (isAssignments(snippet.text)) return checkEnvironment(snippet);
  const { code, output } = await shell.run(await fillIn(snippet));
  assert.equal(code, 0, output);
}

/** Checks that the lines of a page's environment file are settings that the service accepts together. */
function checkEnvironment({ page, line }: Snippet): void {
  const before = snippets.filter((one) => one.page === page && one.line <= line && isAssignments(one.text));
  const text = before.map((one) => one.text).join('\n');
  const names = text.split('\n').map((line) => line.slice(0, line.indexOf('=')));
  const print = names.map((name) => `printf '%s\\0' "$${name}"`).join('; ');
  const { stdout } = spawnSync('bash', ['-c', `${text}\n${print}`], { encoding: 'utf8', env: {} });
  const values = stdout.split('\0');
  loadSettings({ flags: {}, environment: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) });
}

/** Checks a settings file. Its first line contains its name, and the program that reads it must accept it. */
async function checkYaml(snippet: Snippet): Promise<void> {
  const publicKey = () => readFileSync(join(shell.folder, 'bundles.pub'), 'utf8').trim();
  const text = (await fillIn(snippet)).replace(/ {4}-----BEGIN PUBLIC KEY-----[^]*END PUBLIC KEY-----/, () =>
    publicKey().replaceAll(/^/gm, '    '),
  );
  const [, name] = /^# ([\w.]+)\n/.exec(text) ?? [];
  if (name !== undefined) writeFileSync(join(shell.folder, name), text);
  const value = parse(text) as Record<string, unknown>;
  // A Kubernetes manifest, which the chart's tests check in detail.
  if ('apiVersion' in value) return;
  if (name === 'values.yaml') return;
  // e2e/ci runs the code hosts' own files.
  if (snippet.page === 'deploy/pipelines.mdx') return;
  if ('trigger' in value) {
    const definition = readDefinition(snippet.page, text);
    assert.equal(definition.kind, 'valid', JSON.stringify(definition));
    return;
  }
  if (!snippet.page.startsWith('deploy/')) {
    const file = join(shell.folder, 'checked.yaml');
    writeFileSync(file, text);
    loadSettings({ flags: {}, environment: {}, file });
  } else parseHostSettings(value);
}

function checkJson({ text }: Snippet): void {
  JSON.parse(text);
}

/** Runs the manual's lines unchanged, in a separate module. */
async function runScript(snippet: Snippet): Promise<void> {
  const { Webhook } = await import('standardwebhooks');
  const secret = `whsec_${Buffer.from('a secret of a test').toString('base64')}`;
  const body = JSON.stringify({ type: 'webhook.test' });
  const now = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
  };
  const module = join(root, 'snippet.mjs');
  const prelude = `const rawBody = ${JSON.stringify(body)};\nconst request = ${JSON.stringify({ headers })};\n`;
  writeFileSync(module, `${snippet.text}\n`.replace('\n', `\n${prelude}`) + 'console.log(event.type);\n');
  const env = { DOCWRIGHT_WEBHOOK_SECRET: secret };
  const { stdout, stderr } = spawnSync(process.execPath, [module], { encoding: 'utf8', env });
  assert.equal(stdout, 'webhook.test\n', stderr);
}

/** Runs a separate program against the running service. */
async function runProgram({ text }: Snippet): Promise<void> {
  const module = join(root, 'program.ts');
  writeFileSync(module, text);
  const env = {
    DOCWRIGHT_BASE_URL: service.baseUrl,
    DOCWRIGHT_API_KEY: service.apiKey,
    DOCWRIGHT_PROJECT: service.projectId,
  };
  const child = spawn(process.execPath, [module], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  assert.equal(code, 0, errors);
  assert.notEqual(output, '');
}

/**
 * Checks snippets that can't be run here as far as possible. Code must be valid, and charts and files in shell commands
 * must exist.
 */
async function validate(snippet: Snippet): Promise<void> {
  const text = await fillIn(snippet);
  if (snippet.language === 'ts') return assert.deepEqual(parseSync('snippet.ts', text).errors, []);
  const parsed = spawnSync('bash', ['-n', '-c', text], { encoding: 'utf8' });
  assert.equal(parsed.status, 0, parsed.stderr);
  for (const [path] of text.matchAll(/\bdeploy\/[\w./-]+/g)) readOrList(join(repository, path));
  using helm = text.includes('helm install') ? findHelm() : undefined;
  if (helm === undefined) return;
  for (const [, args = ''] of text.matchAll(/^helm install (.+)$/gm)) {
    const words = args.replaceAll("'", '').split(' ');
    helm.run('template', ...words.map(placeWord));
  }
}

/**
 * Replaces a release's chart with the one in the repository, and a file's name with its path in the snippets' folder.
 */
function placeWord(word: string): string {
  const chart = /^([a-z-]+)-chart-\d[\d.]*\.tgz$/.exec(word)?.[1];
  if (chart !== undefined) return join(repository, 'deploy/helm', chart);
  if (word.startsWith('deploy/')) return join(repository, word);
  return word === 'values.yaml' ? join(shell.folder, word) : word;
}

function readOrList(path: string): void {
  const { status } = spawnSync('ls', [path]);
  assert.equal(status, 0, `${path} does not exist`);
}

/** Compares the snippet with these files in the repository, which the edge tests run. */
const isFile =
  (...paths: readonly string[]) =>
  ({ text }: Snippet): void => {
    const files = paths.map((path) => readFileSync(join(repository, path), 'utf8'));
    assert.ok(files.includes(`${text}\n`), `it differs from ${paths.join(', ')}`);
  };

const kinds: Readonly<Record<string, (snippet: Snippet) => Promise<void> | void>> = {
  sh: runShell,
  bash: runShell,
  yaml: checkYaml,
  json: checkJson,
  js: runScript,
  ts: runProgram,
  text: () => undefined,
  // An example of a comment in a page.
  mdx: () => undefined,
  caddyfile: isFile('deploy/proxies/Caddyfile', 'deploy/proxies/base-path.Caddyfile'),
  nginx: isFile('deploy/proxies/nginx.conf', 'deploy/proxies/service.nginx.conf'),
};

/** The tested pages, which always include the first page that readers follow. */
const tested = sampleRows(pages, {
  name: 'pages',
  most: 4,
  mostInFull: 16,
  always: (page) => page === 'quickstart.mdx',
});

for (const page of tested) {
  test(`the snippets of ${page} run without errors or are valid`, async () => {
    for (const snippet of snippets.filter((one) => one.page === page)) {
      const run = snippet.notRun === undefined ? kinds[snippet.language] : validate;
      const place = `docs/${page}:${snippet.line}`;
      assert.ok(run, `${place}: a block in "${snippet.language}", which this test can't check`);
      try {
        await run(snippet);
      } catch (error) {
        throw new Error(`${place}\n${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    }
  });
}

test('snippets that are not run are listed with their reasons', () => {
  const marked = snippets.filter(({ notRun }) => notRun !== undefined);
  assert.deepEqual(
    marked.map(({ page, notRun }) => `${page}: ${notRun}`),
    [
      'agent/code-hosts.mdx: needs an account on another code host',
      'agent/code-hosts.mdx: needs a repository on another code host',
      'agent/code.mdx: needs repositories on other code hosts',
      'agent/how-it-works.mdx: waits for a job of a project',
      'agent/mcp.mdx: needs Claude Code',
      'agent/models.mdx: needs a model server on this machine',
      'agent/models.mdx: sends a request to a model provider',
      'deploy/access.mdx: needs a member',
      'deploy/access.mdx: needs an OpenID Connect server',
      'deploy/access.mdx: needs an OpenID Connect server',
      'deploy/access.mdx: needs a login page',
      'deploy/access.mdx: part of your server',
      'deploy/access.mdx: needs the secret in a file',
      'deploy/access.mdx: needs an edge with TLS',
      'deploy/air-gapped.mdx: needs a release',
      'deploy/air-gapped.mdx: needs a release',
      'deploy/air-gapped.mdx: needs a release',
      'deploy/air-gapped.mdx: needs a registry and a cluster',
      'deploy/air-gapped.mdx: needs a cluster',
      'deploy/analytics.mdx: needs readers',
      'deploy/analytics.mdx: needs readers',
      'deploy/assistant.mdx: needs a deployed site',
      'deploy/assistant.mdx: needs a deployed site',
      'deploy/assistant.mdx: needs a page in a browser',
      'deploy/assistant.mdx: needs a running Ollama',
      'deploy/containers.mdx: needs Docker',
      'deploy/containers.mdx: needs buildah and a registry',
      'deploy/containers.mdx: needs Docker',
      'deploy/containers.mdx: needs Docker and a registry',
      'deploy/containers.mdx: needs a cluster',
      'deploy/domains.mdx: needs a custom domain',
      'deploy/domains.mdx: Caddy is run by the tests of the edge',
      'deploy/domains.mdx: Caddy is run by the tests of the edge',
      'deploy/domains.mdx: needs a custom domain',
      'deploy/feedback.mdx: needs a live site',
      'deploy/feedback.mdx: needs readers',
      'deploy/host-analytics.mdx: needs readers',
      'deploy/host-analytics.mdx: needs readers',
      'deploy/install.mdx: needs a release',
      'deploy/install.mdx: needs a release',
      'deploy/install.mdx: needs a release',
      'deploy/install.mdx: needs a container engine',
      'deploy/install.mdx: needs a release and systemd',
      'deploy/install.mdx: needs a release',
      'deploy/install.mdx: takes minutes',
      'deploy/live-sites.mdx: it keeps running until it is stopped',
      "deploy/live-sites.mdx: needs your installation's key",
      'deploy/live-sites.mdx: takes a site down',
      'deploy/live-sites.mdx: needs a live site',
      "deploy/live-sites.mdx: replaces the project's questions",
      'deploy/live-sites.mdx: needs a pull request from a fork',
      'deploy/live-sites.mdx: needs a deployed site',
      'deploy/suggestions.mdx: needs readers',
      'deploy/suggestions.mdx: needs readers',
      'deploy/suggestions.mdx: needs readers',
      'editor/drafts.mdx: needs the ID of a revision',
      'help/requirements.mdx: needs root',
      'operate/reverse-proxy.mdx: needs a domain',
      'operate/sizing.mdx: needs an installation',
      'operate/upgrade.mdx: needs a new version',
      'operate/upgrade.mdx: changes the clone',
      'operate/upgrade.mdx: changes the clone',
      'quickstart.mdx: is the service that the other commands use',
      'sdk.mdx: builds a package next to the clone',
      'tutorials/first-site.mdx: it stays up until it is stopped',
      'tutorials/model.mdx: sends a request to a model provider',
      'tutorials/model.mdx: needs a model server on this machine',
      'tutorials/own-domain.mdx: needs a custom domain',
      'tutorials/own-domain.mdx: needs a custom domain',
      'write/reader-groups.mdx: it stays up until it is stopped',
      'write/reader-groups.mdx: needs a site with groups',
    ],
  );
});
