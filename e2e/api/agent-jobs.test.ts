import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startTestService, until, type Answer, type TestService } from './test-service.ts';

const run = promisify(execFile);

describe('agent jobs', () => {
  let service: TestService;
  let scratch: string;
  before(async () => {
    service = await startTestService({ worker: true });
    scratch = await mkdtemp(join(tmpdir(), 'docwright-clone-'));
  });
  after(async () => {
    await service.stop();
    await rm(scratch, { recursive: true, force: true });
  });

  const jobs = (): string => `/v2/agent/${service.projectId}/job`;
  const create = async (prompt: string): Promise<string> =>
    (await service.request('POST', jobs(), { body: { prompt } })).json.id;
  const wait = (id: string): Promise<Answer> =>
    until(
      () => service.request('GET', `${jobs()}/${id}?wait=30`),
      ({ json }) => json.status !== 'active',
    );
  const message = (id: string, prompt: string): Promise<Answer> =>
    service.request('POST', `${jobs()}/${id}/message`, { body: { prompt } });
  const git = async (...args: string[]): Promise<string> => {
    const { port } = new URL(service.baseUrl);
    const url = `http://any:${service.apiKey}@localhost:${port}/git/example-docs.git`;
    return (
      await run(
        'git',
        args.map((arg) => (arg === 'REMOTE' ? url : arg)),
        { cwd: scratch },
      )
    ).stdout;
  };
  const diffOf = async (id: string): Promise<string> => (await service.request('GET', `${jobs()}/${id}/diff`)).text;

  test('a prompt becomes one pull request, whose branch contains exactly its edits', async () => {
    const created = await service.request('POST', jobs(), {
      body: {
        prompt: 'Move page guides/migrate to guides/import. Set description of quickstart to "Ready in five minutes"',
      },
    });
    assert.equal(created.status, 201);
    const { json } = created;
    assert.deepEqual(
      [json.status, json.prLink, json.archivedAt, json.model],
      ['active', null, null, 'builtin/rules-1'],
    );
    assert.equal(json.source.repository, `${service.baseUrl}/git/example-docs.git`);
    const done = (await wait(json.id)).json;
    assert.deepEqual([done.status, done.result, done.error], ['completed', 'changes', null], JSON.stringify(done));
    assert.ok(done.prLink.startsWith(`${service.baseUrl}/pulls/example-docs/`));
    assert.equal(done.source.ref, `docwright/${json.id}`);
    const page = await fetch(done.prLink);
    assert.equal(page.status, 200);
    assert.ok((await page.text()).includes('guides/import'));
    await git('clone', '--quiet', '--branch', done.source.ref, 'REMOTE', 'first');
    const changed = (await git('-C', 'first', 'diff', '--name-only', 'origin/main', 'HEAD')).trim().split('\n').sort();
    const reported = done.files.map(({ path }: { path: string }) => path).sort();
    assert.deepEqual(
      changed.filter((path) => path !== 'guides/migrate.mdx'),
      reported.filter((path: string) => path !== 'guides/migrate.mdx'),
    );
    const config = JSON.parse(await readFile(join(scratch, 'first/docs.json'), 'utf8'));
    assert.ok(JSON.stringify(config.navigation).includes('guides/import'));
    assert.ok(config.redirects.some((redirect: { destination: string }) => redirect.destination === '/guides/import'));
    assert.match(await readFile(join(scratch, 'first/quickstart.mdx'), 'utf8'), /description: "?Ready in five minutes/);
  });

  test('a follow-up continues on the same branch and pull request', async () => {
    const id = await create('Set description of concepts/flags to "One"');
    const first = (await wait(id)).json;
    const sent = await message(id, 'Set description of concepts/targeting to "Two"');
    assert.deepEqual([sent.status, sent.json.status, sent.json.prLink, sent.json.turns], [200, 'active', null, 2]);
    const second = (await wait(id)).json;
    assert.deepEqual([second.status, second.result, second.prLink], ['completed', 'changes', first.prLink]);
    const diff = await diffOf(id);
    assert.ok(diff.includes('+description: One') || diff.includes('+description: "One"'), diff);
    assert.ok(diff.includes('concepts/targeting.mdx'));
    await git('clone', '--quiet', '--branch', second.source.ref, 'REMOTE', 'second');
    assert.equal((await git('-C', 'second', 'rev-list', '--count', 'origin/main..HEAD')).trim(), '2');
    const events = (await service.request('GET', `${jobs()}/${id}/events`)).json.events;
    assert.deepEqual(
      events.map((event: { id: number }) => event.id),
      events.map((_: unknown, index: number) => index + 1),
    );
    const types = events.map((event: { type: string }) => event.type);
    for (const type of [
      'job.created',
      'commit.made',
      'branch.pushed',
      'pull_request.ready',
      'job.completed',
      'job.follow_up',
    ]) {
      assert.ok(types.includes(type), type);
    }
    const later = (await service.request('GET', `${jobs()}/${id}/events?after=${events.length - 1}`)).json.events;
    assert.deepEqual(later, events.slice(-1));
  });

  test('the event stream sends past and future events, resumes, and ends with the turn', async () => {
    const id = await create('Set description of guides/node to "Streamed"');
    const read = async (headers: Record<string, string>): Promise<{ ids: number[]; types: string[] }> => {
      const { text, headers: answered } = await service.request('GET', `${jobs()}/${id}/events`, {
        headers: { accept: 'text/event-stream', ...headers },
      });
      assert.equal(answered.get('content-type'), 'text/event-stream');
      return {
        ids: [...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1])),
        types: [...text.matchAll(/^event: (.+)$/gm)].map((match) => match[1] ?? ''),
      };
    };
    const whole = await read({});
    assert.deepEqual(
      whole.ids,
      whole.ids.map((_, index) => index + 1),
    );
    assert.equal(whole.types.at(-1), 'job.completed');
    assert.deepEqual((await read({ 'last-event-id': '3' })).ids, whole.ids.slice(3));
  });

  test('a prompt without a result opens no pull request', async () => {
    const unchanged = (await wait(await create('Replace "a text that no page has" with "x"'))).json;
    assert.deepEqual([unchanged.status, unchanged.prLink, unchanged.files], ['completed', null, []]);
    assert.equal(unchanged.result, 'no_changes');
    const beyond = (await wait(await create('Write me a poem about the sea.'))).json;
    assert.deepEqual([beyond.status, beyond.result, beyond.prLink], ['completed', 'needs_model', null]);
    assert.match(beyond.summary, /poem about the sea/);
    assert.equal(await diffOf(beyond.id), '');
  });

  test('two jobs with the same outcome share an open pull request', async () => {
    const prompt = 'Set description of guides/self-host to "The same twice"';
    const first = (await wait(await create(prompt))).json;
    const second = (await wait(await create(prompt))).json;
    assert.deepEqual([second.prLink, second.duplicateOf], [first.prLink, first.id]);
  });

  test('simultaneous identical prompts share one pull request, and the other jobs name the job that opened it', async () => {
    const prompt = 'Append section "At once" to quickstart: "Together."';
    const ids = await Promise.all(Array.from({ length: 4 }, () => create(prompt)));
    const done = (await Promise.all(ids.map(wait))).map(({ json }) => json);
    assert.deepEqual(
      done.map(({ status, result }) => [status, result]),
      ids.map(() => ['completed', 'changes']),
    );
    const [maker = assert.fail(), ...more] = done.filter(({ duplicateOf }) => duplicateOf === null);
    assert.deepEqual(more, []);
    for (const { id, prLink, duplicateOf } of done) {
      assert.equal(prLink, maker.prLink);
      assert.equal(duplicateOf, id === maker.id ? null : maker.id);
    }
  });

  test('an archived job stays archived, and accepts neither follow-ups nor cancellation', async () => {
    const id = await create('Replace "nothing like it" with "x"');
    await wait(id);
    const archived = await service.request('POST', `${jobs()}/${id}/archive`);
    assert.equal(archived.json.status, 'archived');
    assert.match(archived.json.archivedAt, /^\d{4}-.*Z$/);
    const again = await service.request('POST', `${jobs()}/${id}/archive`);
    assert.deepEqual([again.status, again.json.archivedAt], [200, archived.json.archivedAt]);
    const followUp = await message(id, 'x');
    assert.deepEqual([followUp.status, followUp.json.code], [409, 'agent_job_archived']);
    const cancel = await service.request('POST', `${jobs()}/${id}/cancel`);
    assert.deepEqual([cancel.status, cancel.json.code], [409, 'agent_job_not_active']);
    const listed = await service.request('GET', `/v2/agent/${service.projectId}/jobs?status=archived`);
    assert.deepEqual(
      listed.json.jobs.map((job: { id: string }) => job.id),
      [id],
    );
  });

  test('a job on a nonexistent base branch fails with branch_not_found and a remedy', async () => {
    const body = { prompt: 'Set description of index to "x"', branch: 'no-such-branch' };
    const { json } = await service.request('POST', jobs(), { body });
    const failed = (await wait(json.id)).json;
    assert.deepEqual([failed.status, failed.error.code, failed.error.retryable], ['failed', 'branch_not_found', false]);
    assert.ok(failed.error.remedy.length > 0);
    assert.equal(failed.result, null);
  });

  test('a follow-up builds on a person’s commit to its branch, and keeps it', async () => {
    const id = await create('Set description of concepts/flags to "Mine"');
    const { source } = (await wait(id)).json;
    await git('clone', '--quiet', '--branch', source.ref, 'REMOTE', 'moved');
    const author = ['-c', 'user.name=Person', '-c', 'user.email=person@example.com'];
    await appendFile(join(scratch, 'moved/concepts/flags.mdx'), '\nWritten by a person.\n');
    await git('-C', 'moved', ...author, 'commit', '--quiet', '--all', '-m', 'By hand');
    await git('-C', 'moved', 'push', '--quiet', 'origin', 'HEAD');
    const theirs = (await git('-C', 'moved', 'rev-parse', 'HEAD')).trim();
    await message(id, 'Set description of concepts/flags to "Mine again"');
    const done = (await wait(id)).json;
    assert.deepEqual([done.status, done.result], ['completed', 'changes'], JSON.stringify(done));
    await git('-C', 'moved', 'pull', '--quiet', '--ff-only');
    assert.equal((await git('-C', 'moved', 'rev-parse', 'HEAD^')).trim(), theirs);
    const page = await readFile(join(scratch, 'moved/concepts/flags.mdx'), 'utf8');
    assert.match(page, /Mine again[^]*Written by a person\./);
    assert.match(await diffOf(id), /\+Written by a person\./);
  });

  test('a job doesn’t change a branch that a person rewrote', async () => {
    const id = await create('Set description of concepts/flags to "To be rewritten"');
    const { source } = (await wait(id)).json;
    await git('clone', '--quiet', '--branch', source.ref, 'REMOTE', 'rewritten');
    const author = ['-c', 'user.name=Person', '-c', 'user.email=person@example.com'];
    await git('-C', 'rewritten', ...author, 'commit', '--quiet', '--amend', '-m', 'By hand');
    await git('-C', 'rewritten', 'push', '--quiet', '--force', 'origin', 'HEAD');
    await message(id, 'Set description of concepts/flags to "Mine again"');
    const failed = (await wait(id)).json;
    assert.deepEqual([failed.status, failed.error.code], ['failed', 'branch_moved']);
    const head = (await git('ls-remote', 'REMOTE', `refs/heads/${source.ref}`)).split('\t')[0];
    assert.equal(head, (await git('-C', 'rewritten', 'rev-parse', 'HEAD')).trim());
  });

  test('a pull request can be merged on its page with a valid key', async () => {
    const { prLink } = (await wait(await create('Set description of index to "Merged"'))).json;
    const merge = (key: string): Promise<Response> =>
      fetch(prLink, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: service.baseUrl },
        body: new URLSearchParams({ key, action: 'merge' }).toString(),
      });
    const refused = await merge('dw_wrong');
    assert.ok(refused.status >= 400 && refused.status < 500, String(refused.status));
    const merged = await merge(service.apiKey);
    assert.ok(merged.status < 400, `${merged.status} ${await merged.text()}`);
    await git('clone', '--quiet', 'REMOTE', 'merged');
    assert.match(await readFile(join(scratch, 'merged/index.mdx'), 'utf8'), /Merged/);
  });
});
