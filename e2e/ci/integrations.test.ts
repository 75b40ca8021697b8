/** Runs the integrations as their hosts do, with the defaults in their files and the hosts' environment variables. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { startTestService, type TestService } from '../api/test-service.ts';

const root = dirname(dirname(import.meta.dirname));
const read = (path: string): unknown => parse(readFileSync(join(root, path), 'utf8'));

describe('integrations with code hosts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-ci-'));
  const workspace = join(folder, 'workspace');
  let service: TestService;
  before(async () => {
    mkdirSync(join(folder, 'bin'));
    const command = join(root, 'packages/cli/bin/docwright.mjs');
    writeFileSync(join(folder, 'bin/docwright'), `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`, {
      mode: 0o755,
    });
    mkdirSync(join(workspace, 'docs'), { recursive: true });
    const config = { theme: 'mint', name: 'Docs', colors: { primary: '#117866' }, navigation: { pages: ['index'] } };
    writeFileSync(join(workspace, 'docs/docs.json'), JSON.stringify(config));
    writeFileSync(join(workspace, 'docs/index.mdx'), '---\ntitle: Home\n---\n\nSee [nothing](/nowhere).\n');
    service = await startTestService({ worker: true, settings: { deploymentConcurrency: '1' } });
  });
  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function run(command: string, args: readonly string[], env: Readonly<Record<string, string>>) {
    const path = [join(folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
    const child = spawn(command, args, { cwd: workspace, env: { PATH: path, HOME: folder, CI: 'true', ...env } });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await ended, stdout, stderr };
  }

  describe('the GitHub action', () => {
    const { inputs, runs } = read('action.yml') as {
      readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
      readonly runs: { readonly main: string };
    };

    async function runAction(given: Readonly<Record<string, string>>) {
      const output = join(folder, 'github-output');
      writeFileSync(output, '');
      const env: Record<string, string> = {
        GITHUB_ACTIONS: 'true',
        GITHUB_WORKSPACE: workspace,
        GITHUB_OUTPUT: output,
      };
      for (const [name, { default: value = '' }] of Object.entries(inputs))
        env[`INPUT_${name.toUpperCase()}`] = given[name] ?? value;
      const result = await run(process.execPath, [join(root, runs.main)], env);
      const outputs = readFileSync(output, 'utf8').matchAll(/^(\w+)<<(.+)\n(.*)\n\2$/gm);
      return { ...result, outputs: Object.fromEntries(Array.from(outputs, ([, name, , value]) => [name, value])) };
    }
    const connection = (): Readonly<Record<string, string>> => ({
      'base-url': service.baseUrl,
      'api-key': service.apiKey,
      project: service.projectId,
    });

    test('reports issues as line annotations, and fails', async () => {
      const { code, stdout, outputs } = await runAction({ folder: 'docs' });
      assert.equal(code, 1);
      assert.match(stdout, /^::error file=docs\/index\.mdx,line=5,title=broken-link::/m);
      assert.deepEqual(outputs, { errors: '1' });
    });

    test('deploys, waits, and returns the address and the commit', async () => {
      const { code, outputs, stdout, stderr } = await runAction({ command: 'deploy', ...connection() });
      assert.equal(code, 0, stdout + stderr);
      assert.match(String(outputs['commit']), /^[0-9a-f]{40}$/);
      assert.match(String(outputs['url']), /^http/);
    });

    test('exports a bundle', async () => {
      const { code, outputs, stdout, stderr } = await runAction({ command: 'export', ...connection() });
      assert.equal(code, 0, stdout + stderr);
      assert.equal(outputs['bundle'], join(workspace, 'site.tar.gz'));
      const { code: verified } = await run('docwright', ['bundle', 'verify', 'site.tar.gz'], {});
      assert.equal(verified, 0);
    });

    test('names a missing input, an unknown command and a rejected key in an annotation', async () => {
      const missing = await runAction({ command: 'deploy', 'base-url': service.baseUrl });
      assert.equal(missing.code, 1);
      assert.match(missing.stdout, /^::error title=Docwright::The input "api-key" is missing/);
      const unknown = await runAction({ command: 'publish' });
      assert.match(unknown.stdout, /"publish" is not a command\. Valid commands: validate, export, deploy\./);
      const denied = await runAction({ command: 'deploy', ...connection(), 'api-key': 'dw_wrong' });
      assert.equal(denied.code, 1);
      assert.match(denied.stdout, /^::error title=Docwright::/m);
    });
  });

  describe('the GitLab template', () => {
    interface Job {
      readonly script: readonly string[];
      readonly extends: string;
    }
    const jobs = read('integrations/gitlab/docwright.gitlab-ci.yml') as Readonly<Record<string, Job>> & {
      readonly '.docwright': { readonly before_script: readonly string[] };
    };

    function runJob(name: string, variables: Readonly<Record<string, string>>) {
      const lines = [...jobs['.docwright'].before_script, ...(jobs[name]?.script ?? [])];
      const env = { GITLAB_CI: 'true', CI_PROJECT_DIR: workspace, CI_COMMIT_SHA: 'c0ffee', CI_DEFAULT_BRANCH: 'main' };
      return run('bash', ['-eo', 'pipefail', '-c', lines.join('\n')], { ...env, ...variables });
    }
    const connection = (): Readonly<Record<string, string>> => ({
      DOCWRIGHT_BASE_URL: service.baseUrl,
      DOCWRIGHT_API_KEY: service.apiKey,
      DOCWRIGHT_PROJECT: service.projectId,
    });

    test('writes a Code Quality report with repository paths, and fails', async () => {
      const { code } = await runJob('docwright:validate', { DOCWRIGHT_FOLDER: 'docs' });
      assert.equal(code, 1);
      const report = JSON.parse(readFileSync(join(workspace, 'docwright-issues.json'), 'utf8')) as readonly {
        readonly check_name: string;
        readonly location: object;
      }[];
      const found = report.find(({ check_name: name }) => name === 'broken-link');
      assert.deepEqual(found?.location, { path: 'docs/index.mdx', lines: { begin: 5 } });
    });

    test('deploys and exports', async () => {
      const deployed = await runJob('docwright:deploy', connection());
      assert.equal(deployed.code, 0, deployed.stderr);
      const exported = await runJob('docwright:export', connection());
      assert.equal(exported.code, 0, exported.stderr);
    });
  });

  test('the pre-commit hook refuses a commit with an error', async () => {
    const [hook] = read('.pre-commit-hooks.yaml') as readonly {
      readonly entry: string;
      readonly args: readonly string[];
    }[];
    const words = hook?.entry.split(' ') ?? [];
    const env = { GIT_INDEX_FILE: '.git/index', PRE_COMMIT: '1' };
    const { code, stdout } = await run(words[0] ?? '', [...words.slice(1), 'docs'], env);
    assert.equal(code, 1);
    assert.match(stdout, /^index\.mdx:5/m);
    const { code: withoutSite } = await run(words[0] ?? '', [...words.slice(1), ...(hook?.args ?? [])], env);
    assert.equal(withoutSite, 2);
  });
});
