import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { auditService, createLogger, loadSettings, type AuditReport, type PromiseName } from '@docwright/server';
import { startTestService, until, type TestService } from '../api/test-service.ts';

const run = promisify(execFile);

interface Damage {
  readonly work: () => Promise<unknown>;
  readonly undo: () => Promise<unknown>;
}

describe('the auditor', () => {
  let service: TestService;
  /** Published, followed up, and copied by a second job. */
  let jobId: string;
  let exportId: string;

  before(async () => {
    service = await startTestService({ worker: true });
    const prompt = 'Append section "Audit" to quickstart: "Checked."';
    jobId = await runJob(prompt);
    await runJob(prompt);
    await service.request('POST', `${jobs()}/${jobId}/message`, {
      body: { prompt: 'Set description of index to "Audited"' },
    });
    await waitForJob(jobId);
    const started = await service.request('POST', '/v1/static-export/jobs', { body: { domain: service.domain } });
    exportId = started.json.jobId;
    await until(
      () => service.request('GET', `/v1/static-export/jobs/${exportId}`),
      ({ json }) => ['completed', 'failed'].includes(json.status),
    );
  });
  after(() => service.stop());

  const jobs = (): string => `/v2/agent/${service.projectId}/job`;
  const waitForJob = (id: string) =>
    until(
      () => service.request('GET', `${jobs()}/${id}?wait=30`),
      ({ json }) => json.status !== 'active',
    );
  async function runJob(prompt: string): Promise<string> {
    const { json } = await service.request('POST', jobs(), { body: { prompt } });
    assert.equal((await waitForJob(json.id)).json.status, 'completed');
    return json.id;
  }
  const query = (text: string, values: readonly unknown[] = []) =>
    service.api.platform.database.pool.query(text, values.length === 0 ? undefined : [...values]);
  const audit = (options: Parameters<typeof auditService>[2] = {}): Promise<AuditReport> => {
    const flags = { dataDir: service.dataDir, baseUrl: service.baseUrl };
    return auditService(loadSettings({ flags, environment: {} }), createLogger({ level: 'silent' }), options);
  };
  async function auditWith(damage: Damage, options?: Parameters<typeof auditService>[2]): Promise<AuditReport> {
    await damage.work();
    try {
      return await audit(options);
    } finally {
      await damage.undo();
    }
  }
  /** What the audit says of a promise while `damage` is done; afterwards nothing is left of it. */
  async function findBroken(
    promise: PromiseName,
    damage: Damage,
    options?: Parameters<typeof auditService>[2],
  ): Promise<string> {
    const { violations } = await auditWith(damage, options);
    assert.ok(violations.length > 0, `${promise}: nothing was found`);
    assert.deepEqual([...new Set(violations.map((found) => found.promise))], [promise]);
    return violations.map(({ subject, message }) => `${subject} ${message}`).join('\n');
  }
  const sqlDamage = (work: string, undo: string, values: readonly unknown[] = [jobId]) => ({
    work: () => query(work, values),
    undo: () => query(undo, undo.includes('$1') ? values.slice(0, 1) : []),
  });
  const gitIn = async (...args: string[]): Promise<string> => {
    const { rows } = await query(`select id from local_repositories where name = 'example-docs'`);
    const gitDir = join(service.dataDir, 'git/repositories', `${String(rows[0]?.id)}.git`);
    return (await run('git', ['--git-dir', gitDir, ...args])).stdout.trim();
  };

  it('finds nothing after a healthy run, and says how much it looked at', async () => {
    const { checked, violations } = await audit({ settled: true });
    assert.deepEqual(violations, []);
    assert.deepEqual([checked.N1, checked.N2, checked.N3, checked.N4], [3, 3, 2, 1]);
    assert.ok(checked.N6 >= 6 && checked.N8 > 50 && checked.N9 >= 3, JSON.stringify(checked));
  });

  it('N1: an active job that the queue knows nothing of is found', async () => {
    const damage = sqlDamage(
      `with job as (
         insert into agent_jobs (id, organization_id, project_id, status, model, repository, base_branch, as_draft, usage, last_event_id)
         select 'aj_forgotten', organization_id, project_id, 'active', model, repository, base_branch, as_draft, usage, 1
         from agent_jobs where id = $1 returning id
       ), turn as (insert into agent_job_turns (job_id, turn, prompt) select id, 1, '' from job)
       insert into agent_job_events (job_id, id, type, data) select id, 1, 'job.created', '{}' from job`,
      `delete from agent_jobs where id = 'aj_forgotten'`,
    );
    assert.match(await findBroken('N1', damage), /aj_forgotten has not ended, and the queue holds no entry/);
  });

  it('N1: a job that waits in the queue is found when nothing is under way, or its deadline is over', async () => {
    const waiting = (age: string) => ({
      work: async () => {
        await query(
          `insert into export_jobs (id, organization_id, project_id, status, base_path, strict, created_at)
           select 'exp_waiting', organization_id, project_id, 'queued', '', false, now() - $2::interval from export_jobs where id = $1`,
          [exportId, age],
        );
        await query(
          `insert into pgboss.job (name, data, start_after, singleton_key, policy)
           values ('export-jobs', '{"exportJobId":"exp_waiting"}', now() + interval '1 day', 'exp_waiting', 'exclusive')`,
        );
      },
      undo: async () => {
        await query(`delete from pgboss.job where singleton_key = 'exp_waiting'`);
        await query(`delete from export_jobs where id = 'exp_waiting'`);
      },
    });
    assert.match(
      await findBroken('N1', waiting('1 minute'), { settled: true }),
      /exp_waiting .*with nothing under way/,
    );
    assert.match(await findBroken('N1', waiting('33 minutes')), /exp_waiting .*its deadline is 1800 s/);
  });

  it('N2: a history that no documented transition allows is found', async () => {
    const damage = sqlDamage(
      `update agent_job_events set type = 'job.archived' where job_id = $1 and type = 'job.follow_up'`,
      `update agent_job_events set type = 'job.follow_up' where job_id = $1 and type = 'job.archived'`,
    );
    assert.match(await findBroken('N2', damage), /turn\.started, happened while the job was archived/);
  });

  it('N2: terminal rows that do not say their end, and a guard that is switched off, are found', async () => {
    const damage = sqlDamage(
      `update export_jobs set error = 'left over', error_code = 'internal' where id = $1`,
      `update export_jobs set error = null, error_code = null where id = $1`,
      [exportId],
    );
    assert.match(await findBroken('N2', damage), /its status and error do not agree/);
    const guard = sqlDamage(
      'alter table agent_jobs disable trigger guard_agent_job',
      'alter table agent_jobs enable trigger guard_agent_job',
      [],
    );
    assert.match(await findBroken('N2', guard), /guard_agent_job the trigger .* is missing or switched off/);
  });

  it('N3: a second pull request of a job is found by its marker, whatever its branch and state', async () => {
    const damage = sqlDamage(
      `insert into local_pull_requests (repository_id, number, state, draft, title, body, head_branch, base_branch, head_sha, fork_sha)
       select repository_id, 900, 'closed', draft, title, body, 'docwright/other', base_branch, head_sha, fork_sha
       from local_pull_requests where head_branch = 'docwright/' || $1`,
      'delete from local_pull_requests where number = 900',
    );
    assert.match(await findBroken('N3', damage), new RegExp(`${jobId} has 2 pull requests: .*900`));
  });

  it('N3: a pushed tree that is not the overlay is found, path by path', async () => {
    const other = sqlDamage(
      `update agent_job_overlay set content = content || 'x' where job_id = $1 and path = 'quickstart.mdx'`,
      `update agent_job_overlay set content = substring(content from 1 for length(content) - 1) where job_id = $1 and path = 'quickstart.mdx'`,
    );
    assert.match(await findBroken('N3', other), /quickstart\.mdx is pushed with other content/);
    const missing = sqlDamage(
      `update agent_job_overlay set path = 'nowhere.mdx' where job_id = $1 and path = 'quickstart.mdx'`,
      `update agent_job_overlay set path = 'quickstart.mdx' where job_id = $1 and path = 'nowhere.mdx'`,
    );
    assert.match(await findBroken('N3', missing), /quickstart\.mdx was pushed and is not in its overlay/);
  });

  it('N3: an open pull request whose branch is gone is found', async () => {
    const ref = `refs/heads/docwright/${jobId}`;
    const head = await gitIn('rev-parse', ref);
    const damage = { work: () => gitIn('update-ref', '-d', ref), undo: () => gitIn('update-ref', ref, head) };
    assert.match(await findBroken('N3', damage), /its pull request is open, and its branch docwright\/.* is gone/);
  });

  it('N3: an empty pull request is found', async () => {
    const { rows } = await query('select base_commit from agent_jobs where id = $1', [jobId]);
    const damage = {
      work: () => query('update agent_jobs set base_commit = pushed_sha where id = $1', [jobId]),
      undo: () => query('update agent_jobs set base_commit = $2 where id = $1', [jobId, rows[0]?.base_commit]),
    };
    assert.match(await findBroken('N3', damage), /its pull request is empty/);
  });

  it('N3: a duplicate of no job is found', async () => {
    const damage = sqlDamage(
      `update agent_jobs set duplicate_of = 'aj_nobody' where duplicate_of = $1`,
      `update agent_jobs set duplicate_of = $1 where duplicate_of = 'aj_nobody'`,
    );
    assert.match(await findBroken('N3', damage), /is a duplicate of aj_nobody, which is no other job/);
  });

  it('N4: a bundle that is gone, and one with a flipped byte, are found', async () => {
    const { blobs } = service.api.platform;
    const { rows } = await query('select blob_key from export_jobs where id = $1', [exportId]);
    const key = String(rows[0]?.blob_key);
    const bytes = await buffer((await blobs.open(key)).body);
    const put = (content: Buffer) => blobs.put(key, content, { contentType: 'application/gzip' });
    assert.match(
      await findBroken('N4', { work: () => blobs.delete(key), undo: () => put(bytes) }),
      /its bundle bundles\/.* is gone/,
    );
    const flipped = Buffer.from(bytes);
    const middle = flipped.length >> 1;
    flipped.writeUInt8(flipped.readUInt8(middle) ^ 1, middle);
    assert.match(
      await findBroken('N4', { work: () => put(flipped), undo: () => put(bytes) }),
      /its bundle does not verify/,
    );
  });

  it('N6: one use more than the limit in a sliding hour is found, at any time', async () => {
    const uses = (count: number) =>
      sqlDamage(
        `insert into rate_uses (bucket, used_at)
         select 'static-exports:org_past', now() - interval '9 days' + n * interval '1 minute' from generate_series(1, $1::int) n`,
        `delete from rate_uses where bucket = 'static-exports:org_past' and $1::int > 0`,
        [count],
      );
    assert.match(await findBroken('N6', uses(11)), /static-exports:org_past more than 10 uses in 3600 s/);
    assert.deepEqual((await auditWith(uses(10))).violations, []);
  });

  it('N6: a job more than the limit is found by the rows too, and the example of a first start is none', async () => {
    const jobs = (isFree: boolean) =>
      sqlDamage(
        `with made as (
           insert into agent_jobs (id, organization_id, project_id, status, result, model, repository, prompt, base_branch, as_draft, usage, is_free)
           select 'aj_row' || n, organization_id, project_id, 'completed', 'no_changes', model, repository, 'row', base_branch, as_draft, usage,
             n = 1 and $1::boolean
           from agent_jobs, generate_series(1, 101) n where id = (select min(id) from agent_jobs) returning id
         )
         insert into agent_job_turns (job_id, turn, prompt, created_at, started_at)
         select id, 1, 'row', now() - interval '9 days', now() - interval '9 days' from made`,
        `delete from agent_jobs where id like 'aj_row%' and $1::boolean is not null`,
        [isFree],
      );
    const found = async (isFree: boolean) =>
      (await auditWith(jobs(isFree))).violations.filter(({ promise }) => promise === 'N6').length;
    assert.equal(await found(false), 1);
    assert.equal(await found(true), 0);
  });

  it('N8: a key in a column, in the queue and in a log, and a canary in bytes, are found and not repeated', async () => {
    const { apiKey } = service;
    const set = (prompt: string) => query('update agent_job_turns set prompt = $2 where job_id = $1', [jobId, prompt]);
    const inColumn = await findBroken('N8', { work: () => set(`use ${apiKey} now`), undo: () => set('') });
    assert.match(inColumn, /public\.agent_job_turns\.prompt a row holds an API key/);
    assert.ok(!inColumn.includes(apiKey));
    const inQueue = {
      work: () => query(`update pgboss.job set output = to_jsonb($1::text)`, [apiKey]),
      undo: () => query(`update pgboss.job set output = null`),
    };
    assert.match(await findBroken('N8', inQueue), /pgboss\.job\.output a row holds an API key/);
    const logFile = join(service.dataDir, 'audited.log');
    const write = (text: string) => writeFile(logFile, text);
    const inLog = { work: () => write(`${'.'.repeat(65_520)}${apiKey}`), undo: () => write('') };
    assert.match(await findBroken('N8', inLog), /audited\.log a line holds an API key/);
    const canary = 'canary-Wq81-ünder';
    const overlay = (path: string, content: string) =>
      query(
        `insert into agent_job_overlay (job_id, path, kind, content)
         select id, $1, 'write', $2::bytea from agent_jobs where duplicate_of is not null`,
        [path, Buffer.from(content)],
      );
    const inBytes = {
      work: () => overlay('c.mdx', `\u0001 canary-Wq81 \u0002`),
      undo: () => query(`delete from agent_job_overlay where path = 'c.mdx'`),
    };
    const options = { canaries: [canary, ' canary-Wq81 '] };
    assert.match(await findBroken('N8', inBytes, options), /agent_job_overlay\.content a row holds canary 2/);
  });

  it('N9: a commit of the agent on the default branch, or at the head of a person’s, is found', async () => {
    const main = await gitIn('rev-parse', 'refs/heads/main');
    const ours = await gitIn('rev-parse', `refs/heads/docwright/${jobId}`);
    const onOther = {
      work: () => gitIn('update-ref', 'refs/heads/colleague', ours),
      undo: () => gitIn('update-ref', '-d', 'refs/heads/colleague'),
    };
    assert.match(await findBroken('N9', onOther), /example-docs:colleague its head is a commit of the agent/);
    const onTop = async () => {
      const tree = await gitIn('rev-parse', `${ours}^{tree}`);
      const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
      const commit = await gitIn(...person, 'commit-tree', tree, '-p', ours, '-m', 'on top');
      return gitIn('update-ref', 'refs/heads/main', commit);
    };
    const onDefault = { work: onTop, undo: () => gitIn('update-ref', 'refs/heads/main', main) };
    assert.match(
      await findBroken('N9', onDefault),
      /the default branch has the agent's commit [0-9a-f]{40} on its own line/,
    );
  });

  it('N12: a data folder that other accounts of the machine can read is found', async () => {
    const folder = join(service.dataDir, 'git');
    const damage = { work: () => chmod(folder, 0o755), undo: () => chmod(folder, 0o700) };
    assert.match(await findBroken('N12', damage), /git has the mode 755/);
  });

  it('N11: keys and invitations that go beyond the key that made them are found', async () => {
    const make = (id: string, maker: string, values: string) =>
      `insert into api_keys (id, organization_id, name, sha256, prefix, last_four, created_by, scopes, project_ids, expires_at, given_until)
       select '${id}', id, '${id}', decode(md5('${id}'), 'hex'), 'dw_', 'last', '${maker}', ${values} from organizations limit 1;`;
    const maker = make(
      'key_maker',
      'setup',
      `'{api-keys:write,projects:write}', '{p1}', now() + interval '1 hour', now() + interval '1 hour'`,
    );
    const made = (values: string) => ({
      work: () => query(`${maker} ${make('key_made', 'key_maker', values)}`),
      undo: () => query(`delete from api_keys where id in ('key_maker', 'key_made')`),
    });
    const within = `'{projects:read}', '{p1}', now() + interval '10 minutes', now() + interval '10 minutes'`;
    assert.deepEqual((await auditWith(made(within))).violations, []);
    for (const [values, found] of [
      [within.replace('projects:read', 'admin'), /key_made has the scope admin, which key_maker lacked/],
      [within.replace(`'{p1}'`, 'null'), /key_made reaches projects that key_maker did not/],
      [within.replaceAll('10 minutes', '2 hours'), /key_made lasts longer than key_maker was to/],
      [within.replaceAll(/now\(\) \+ interval '10 minutes'/g, 'null'), /key_made lasts longer than key_maker was to/],
      [within.replace('10 minutes', '20 minutes'), /key_made lasts longer than it was made for/],
    ] as const) {
      assert.match(await findBroken('N11', made(values)), found);
    }
    const invitation = {
      work: () =>
        query(`${maker} insert into invitations (id, organization_id, email, role, token_sha256, invited_by, expires_at)
          select 'inv_made', id, 'x@example.com', 'viewer', 'x', 'key_maker', now() + interval '1 day' from organizations limit 1`),
      undo: () =>
        query(
          `with gone as (delete from invitations where id = 'inv_made') delete from api_keys where id = 'key_maker'`,
        ),
    };
    assert.match(await findBroken('N11', invitation), /inv_made invites as viewer in the name of a key that may not/);
  });
});
