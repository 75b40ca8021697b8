import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startDnsServer, type TestDnsServer } from '../../packages/server/src/platform/dns/testing/dns-server.ts';
import { putForkPullRequest } from '../accounts/authority-objects.ts';
import { sampleRows } from '../../scripts/sample-rows.ts';
import { until, type TestService } from '../api/test-service.ts';
import { findBarriers } from './find-barriers.ts';
import { findBrokenWords } from './find-broken-words.ts';
import { waitForFocus, signInOwner, startDashboard, type TestDashboard } from './open-dashboard.ts';

const hostile = `</script><script>document.title='taken'</script>"><img src=x onerror="document.title='taken'">`;

let dashboard: TestDashboard;
let dns: TestDnsServer;
let storageState: Awaited<ReturnType<typeof signInOwner>>;
/** Name of a page → its path, and text that appears when it is loaded. */
let pages: Record<string, readonly [path: string, shown: string]>;

let viewerInvitation = '';

before(async () => {
  dns = await startDnsServer();
  dashboard = await startDashboard({ deploymentConcurrency: '1', dnsServers: dns.address, linkChecks: 'yes' });
  storageState = await signInOwner(dashboard);
  const { service } = dashboard;
  const { projectId, domain } = service;
  const post = async (path: string, body: object) => (await service.request('POST', path, { body })).json;
  const jobs = await Promise.all(
    ['append section "Limits" to quickstart: "A project has 50 flags."', hostile, 'Which pages mention flags?'].map(
      (prompt) => post(`/v2/agent/${projectId}/job`, { prompt }),
    ),
  );
  const endpoint = await post('/v1/webhook-endpoints', { url: 'https://hooks.example.com/in', description: hostile });
  await service.request('PUT', '/v1/budgets', { body: { usd: 100, stopJobs: true } });
  await post('/v1/api-keys', { name: hostile, scopes: ['exports:read'] });
  viewerInvitation = (await post('/v1/organization/invitations', { email: 'grace@example.com', role: 'viewer' }))
    .acceptUrl;
  const exported = await post('/v1/static-export/jobs', { domain });
  for (const job of jobs) {
    await until(
      async () => (await service.request('GET', `/v2/agent/${projectId}/job/${job.id}`)).json,
      ({ status }) => status !== 'active',
    );
  }
  await until(
    async () => (await service.request('GET', `/v1/static-export/jobs/${exported.jobId}`)).json,
    ({ status }) => status === 'completed',
  );
  const airGapped = await post('/v1/projects', {
    name: 'Air-gapped docs',
    repository: `${service.baseUrl}/git/example-docs.git`,
    domains: ['air.example.com'],
    deploymentKind: 'air-gapped',
  });
  const untouched = await post('/v1/projects', {
    name: 'Untouched docs',
    repository: `${service.baseUrl}/git/example-docs.git`,
    domains: ['untouched.example.com'],
    features: { assistant: false, analytics: false, feedback: false },
  });
  await service.request('PUT', `/v1/projects/${untouched.id}/access`, {
    body: { mode: 'oauth', oauth: { issuer: `https://93.184.215.14/${'long'.repeat(60)}`, clientId: 'docs' } },
  });
  for (const name of ['docs.example.net', 'manual.example.net', 'waits.example.net']) {
    const { records } = await post(`/v1/projects/${projectId}/domains`, { domain: name });
    const txt = records.find(({ type }: { type: string }) => type === 'TXT').value;
    if (!name.startsWith('waits')) dns.set(`_docwright-challenge.${name}`, { txt: [txt] });
    if (name.startsWith('docs')) dns.set(name, { cname: 'example-docs.localhost' });
    await post(`/v1/projects/${projectId}/domains/${name}/check`, {});
  }
  await post(`/v1/project/preview/${projectId}`, { branch: 'nowhere' });
  await putFork(service, projectId);
  await putReaders(service, projectId);
  await putQuestion(service, projectId);
  await putFeedback(service, projectId);
  // If queried for head commits, the embedded code host would report a preview's branch as deleted, and the preview
  // would end.
  await service.api.platform.database.pool.query(
    `update site_environments set polled_at = clock_timestamp() + interval '1 hour'`,
  );
  const { deployments } = await until(
    async () => (await service.request('GET', `/v1/projects/${projectId}/deployments`)).json,
    (list) => list.deployments.every(({ status }: { status: string }) => !['queued', 'in_progress'].includes(status)),
  );
  await putPageHealth(service, projectId);
  const idOf = (branch: string) => deployments.find((each: { branch: string }) => each.branch === branch).deploymentId;
  const [changed, refused, answered] = jobs;
  pages = {
    overview: ['/overview', 'Agent jobs by result'],
    'agent jobs': ['/jobs', 'Append the section'],
    'a new job': ['/jobs/new', 'What should change?'],
    'a job': [`/jobs/${projectId}/${changed.id}`, 'Pull request #'],
    'a job’s diff': [`/jobs/${projectId}/${changed.id}?tab=diff`, 'A project has 50 flags.'],
    'a job with a hostile prompt': [`/jobs/${projectId}/${refused.id}`, 'The built-in rules can’t do this'],
    'a job that answers a question': [`/jobs/${projectId}/${answered.id}`, 'Sources'],
    exports: ['/exports', domain],
    'an export': [`/exports/${exported.jobId}`, 'SHA-256'],
    'an export’s history': [`/exports/${exported.jobId}?tab=compare`, 'This is the project’s first export'],
    projects: ['/projects', 'Example docs'],
    'a new project': ['/projects/new', 'Check the repository'],
    'a project': [`/projects/${projectId}`, 'Latest agent jobs'],
    'a project’s settings': [`/projects/${projectId}?tab=general`, 'Delete the project'],
    'a project’s deployment': [`/projects/${projectId}?tab=deployment`, 'Air-gapped'],
    'a project’s model': [`/projects/${projectId}?tab=model`, 'builtin/rules-1'],
    'a project’s agent policy': [`/projects/${projectId}?tab=policy`, 'Limits per turn'],
    deployments: [`/projects/${projectId}/deployments`, 'Started by'],
    'a deployment': [`/projects/${projectId}/deployments/${idOf('main')}`, '0 issues'],
    'a deployment’s files': [`/projects/${projectId}/deployments/${idOf('main')}?tab=files`, 'No changed files'],
    'a deployment that failed': [
      `/projects/${projectId}/deployments/${idOf('nowhere')}`,
      'The branch "nowhere" does not exist',
    ],
    domains: [`/projects/${projectId}/domains`, 'Waiting for the record'],
    'no domains': [`/projects/${untouched.id}/domains`, 'No domains yet'],
    access: [`/projects/${projectId}/access`, 'Nobody needs to sign in.'],
    'access by single sign-on': [`/projects/${untouched.id}/access`, 'Single sign-on'],
    'access to a site that is not served here': [`/projects/${airGapped.id}/access`, 'docwright host'],
    analytics: [`/projects/${projectId}/analytics`, '/guides/first-steps'],
    'analytics of a page': [`/projects/${projectId}/analytics/page?path=%2Fguides%2Fkeys`, 'Searches that ended here'],
    'analytics of a page that nobody read': [
      `/projects/${projectId}/analytics/page?path=%2Fnowhere`,
      'No readers in this range',
    ],
    'analytics that is off': [`/projects/${untouched.id}/analytics`, 'Web analytics is off'],
    feedback: [`/projects/${projectId}/feedback`, 'Which of the two keys?'],
    'feedback that is off': [`/projects/${untouched.id}/feedback`, 'Feedback is off'],
    suggestions: [`/projects/${projectId}/suggestions`, 'Nothing found for “single sign-on”'],
    'the health of pages': [`/projects/${projectId}/suggestions`, 'https://status.example.org/retired'],
    'the health of pages without readers': [`/projects/${untouched.id}/suggestions`, 'Web analytics is off'],
    'suggestions without any collected data': [`/projects/${untouched.id}/suggestions`, 'Nothing is measured'],
    assistant: [`/projects/${projectId}/assistant`, 'Store questions and answers'],
    'its playground': [`/projects/${projectId}/assistant?tab=playground`, 'Open the live site'],
    'its conversations': [`/projects/${projectId}/assistant?tab=conversations`, 'How do I rotate a key?'],
    'a project without a live site': [`/projects/${airGapped.id}/deployments`, 'This project has no live site'],
    'API keys': ['/keys', 'first key'],
    webhooks: ['/webhooks', 'https://hooks.example.com/in'],
    'a webhook': [`/webhooks/${endpoint.id}`, 'Stored for 30 days.'],
    'the audit log': ['/audit', 'Agent job: created'],
    organization: ['/settings', 'Organization'],
    members: ['/settings?tab=members', 'grace@example.com'],
    usage: ['/settings?tab=usage', '$0.00 of $100.00'],
    installation: ['/settings?tab=system', 'Started'],
    'your account': ['/account', 'this one'],
    'a missing page': ['/nowhere', 'Page not found'],
    'a job of another organization': [`/jobs/${projectId}/aj_foreign`, 'Not found'],
    'sign-in': ['/sign-in', 'Password'],
    'the link of a new address': ['/confirm-email?token=x', 'Confirm this address'],
  };
});
after(async () => {
  await dashboard?.stop();
  await dns?.close();
});

/** Simulates a reader's question that the pages don't answer. */
async function putQuestion({ api }: typeof dashboard.service, projectId: string): Promise<void> {
  await api.platform.database.pool.query(
    `insert into assistant_messages (project_id, thread_key, message_id, asked_digest, question, answer_id, answer, sources,
       outcome, origin, path, model, rating)
     values ($1, 'k', 'm', 'd', 'How do I rotate a key?', 'a', 'The pages don’t say.', '[]', 'unanswered', 'page', 'guides',
       'builtin/extracts-1', 'down')`,
    [projectId],
  );
}

/** Inserts a reader's rating with a comment, and an agent's feedback. */
async function putFeedback({ api }: typeof dashboard.service, projectId: string): Promise<void> {
  await api.platform.database.pool.query(
    `insert into page_feedback (id, project_id, created_at, updated_at, path, source, helpful, comment, contact)
     values ('fb_one', $1, now(), now(), '/guides/keys', 'contextual', false, 'Which of the two keys?', 'ada@example.com'),
       ('fb_two', $1, now(), now(), '/guides/keys', 'agent', null, 'The sample does not run.', null)`,
    [projectId],
  );
  await api.platform.database.pool.query(
    `insert into page_feedback (id, project_id, created_at, updated_at, path, source, comment, block, lang, code, filename)
     values ('fb_three', $1, now(), now(), '/guides/keys', 'code_snippet', 'It fails.', 1, 'bash', 'npm install', 'Install')`,
    [projectId],
  );
}

/**
 * Simulates a link that has been broken for two days, and pages that haven't changed for a year, more of them than the
 * list initially shows. The claim never ends, so that the service doesn't read the site and delete this data.
 */
async function putPageHealth({ api }: typeof dashboard.service, projectId: string): Promise<void> {
  const { pool } = api.platform.database;
  const rows = await until(
    async () => {
      const { rows } = await pool.query(
        `insert into page_health_sites as known (project_id, bundle_id, seen_at, claimed_until)
         select $1, bundle_id, now(), 'infinity' from site_environments as environments
         join site_deployments as deployments on deployments.id = environments.active_deployment_id
         where environments.project_id = $1 and kind = 'production'
         on conflict (project_id) do update set bundle_id = excluded.bundle_id, claimed_until = excluded.claimed_until
           where known.claimed_until <= now()
         returning bundle_id`,
        [projectId],
      );
      return rows;
    },
    ({ length }) => length === 1,
  );
  const bundleId = rows[0].bundle_id as string;
  await pool.query(
    `insert into page_health_links (project_id, url, host, bundle_id, pages, page_count, outcome, reason, checked_at, gone_since,
       gone_at, gone_reason, due_at)
     values ($1, 'https://status.example.org/retired', 'status.example.org', $2, '["/guides/keys"]', 1, 'gone', '404', now(),
       now() - interval '2 days', now(), '404', 'infinity')`,
    [projectId, bundleId],
  );
  await pool.query(
    `insert into page_health_pages (project_id, path, title, bundle_id, digest, unchanged_since)
     select $1, path, title, $2, sha256('x'), now() - interval '1 year'
     from (values ('/guides/keys', 'Keys')) as one (path, title)
     union all select $1, '/archive/' || n, 'Archive ' || n, $2, sha256('x'), now() - interval '1 year' - n * interval '1 day'
     from generate_series(1, 120) as n
     on conflict (project_id, path) do update set unchanged_since = excluded.unchanged_since`,
    [projectId, bundleId],
  );
}

/**
 * Simulates that today, three people and an agent read, searched (once without a result), requested a missing page,
 * followed a link, copied code and tried an operation.
 */
async function putReaders({ api }: typeof dashboard.service, projectId: string): Promise<void> {
  const { pool } = api.platform.database;
  await pool.query(`select create_analytics_day((now() at time zone 'UTC')::date)`);
  await pool.query(
    `insert into analytics_events (project_id, at, id, kind, path, visitor, is_ai, query, target, results)
     select $1, now(), gen_random_uuid(), kind, path, decode(lpad(to_hex(n), 32, '0'), 'hex'), n = 4, query, target,
       case query when 'single sign-on' then 0 end
     from generate_series(1, 4) as n, (values ('view', '/guides/first-steps', null, null), ('search', '/', 'api keys', null),
       ('search', '/', 'single sign-on', null),
       ('search_click', '/', 'api keys', '/guides/keys'), ('not_found', '/gone', null, null),
       ('outlink', '/guides/keys', null, 'https://status.example.org/history/2026'),
       ('code_copy', '/guides/keys', null, E'bash\\ncurl https://api.example.com/v2/keys'),
       ('playground_call', '/guides/keys', null, E'POST\\n/v2/keys/{keyId}\\n4xx'),
       ('view', '/guides/keys', null, 'markdown'), ('agent_read', '', null, E'mcp\\nlist_pages'))
         as e (kind, path, query, target)`,
    [projectId],
  );
}

async function goTo(page: Page, name: string): Promise<void> {
  const [path, shown] = pages[name] ?? ['', ''];
  await page.goto(dashboard.url + path);
  await page.getByText(shown, { exact: false }).filter({ visible: true }).first().waitFor();
}

test('the pages have no serious barriers in light and dark mode, no sideways scrolling or broken words on a phone, and no errors', async (t) => {
  // Colors in transition would be measured incorrectly.
  const { page, context, faults } = await dashboard.open({ storageState, reducedMotion: 'reduce' });
  // Each page takes two seconds of processor time, and most pages consist of the same parts.
  const sample = { name: 'pages of the dashboard', most: Number.POSITIVE_INFINITY, mostInFull: 24 };
  for (const name of sampleRows(Object.keys(pages), sample)) {
    await t.test(name, async () => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      await goTo(page, name);
      assert.deepEqual(await findBarriers(page), []);
      assert.deepEqual(await findBrokenWords(page), []);
      await page.emulateMedia({ colorScheme: 'dark' });
      // The second check differs from the first only in colors.
      assert.deepEqual(await findBarriers(page, 'color-contrast'), [], 'in dark');
      await page.setViewportSize({ width: 375, height: 740 });
      const beyond = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      assert.ok(beyond <= 0, `${beyond} px wider than a phone`);
      assert.deepEqual(await findBrokenWords(page), [], 'on a phone');
      assert.match(await page.title(), / · Docwright$/);
      assert.deepEqual(faults.splice(0), []);
    });
  }
  await context.close();
});

test('the pages of the embedded code host have the dashboard’s menu, font and color scheme, and are accessible', async () => {
  const { page, context, faults } = await dashboard.open({ storageState, reducedMotion: 'reduce' });
  const { service } = dashboard;
  await goTo(page, 'a job');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const labels = await menu.getByRole('link').allTextContents();
  await page.evaluate(`localStorage.setItem('docwright.theme', 'dark')`);
  const { jobs } = (await service.request('GET', `/v2/agent/${service.projectId}/jobs`)).json;
  const link = jobs.find(({ prLink }: { prLink: string | null }) => prLink !== null).prLink as string;
  for (const url of [link, `${service.baseUrl}/repositories/example-docs`]) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(url);
    assert.deepEqual(await menu.getByRole('link').allTextContents(), labels);
    assert.equal(await page.evaluate(`getComputedStyle(document.documentElement).colorScheme`), 'dark');
    assert.match(await page.evaluate<string>(`getComputedStyle(document.body).fontFamily`), /^Geist/);
    assert.deepEqual(await findBarriers(page), []);
    await page.setViewportSize({ width: 375, height: 740 });
    const beyond = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    assert.ok(beyond <= 0, `${beyond} px wider than a phone`);
    assert.deepEqual(await findBrokenWords(page), []);
  }
  await page.goto(link);
  await page.getByRole('link', { name: 'Agent job', exact: true }).click();
  await page.getByText('Pull request #', { exact: false }).first().waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

/**
 * Inserts a fork's pull request into the database, because tests can't push one. The embedded code host has no forks,
 * so if queried, it would report the pull request as deleted.
 */
async function putFork(service: TestService, projectId: string): Promise<void> {
  await putForkPullRequest(service, projectId);
  const { pool } = service.api.platform.database;
  await pool.query(`update sites set pull_requests_asked_at = clock_timestamp() + interval '1 hour'`);
  await pool.query(
    `update site_pull_requests set title = $1, author = 'eve', state = 'open', head_commit = 'c0ffee' where number = 7`,
    [hostile],
  );
}

test('a viewer sees the live site and its deployments, but no buttons for changing them', async () => {
  await putFork(dashboard.service, dashboard.service.projectId);
  const { page, context } = await dashboard.open();
  await page.goto(viewerInvitation);
  await page.getByLabel('Your name').fill('Grace Hopper');
  await page.getByLabel('Password').fill('nine quiet harbours');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  const actions = page.getByRole('button', { name: /Deploy|Delete|Promote|Roll back|Unpublish|Approve/ });
  for (const name of ['deployments', 'a deployment']) {
    await goTo(page, name);
    await page.getByText('Live', { exact: true }).first().waitFor();
    assert.equal(await actions.count(), 0, name);
  }
  await goTo(page, 'deployments');
  await page.getByRole('region', { name: 'Pull requests from forks' }).getByText('c0ffee').waitFor();
  assert.equal(await actions.count(), 0);
  await goTo(page, 'domains');
  await page.getByRole('region', { name: 'waits.example.net' }).getByText('CNAME').first().waitFor();
  assert.equal(await page.getByRole('button', { name: /^(?:Add|Check|Make|Remove)/ }).count(), 0);
  await goTo(page, 'a project’s deployment');
  await page.getByRole('region', { name: 'Publication' }).waitFor();
  assert.equal(await page.getByRole('checkbox', { name: 'Previews' }).isDisabled(), true);
  assert.equal(await actions.count(), 0);
  await context.close();
});

test('a fork’s pull request stays on the page until its exact head commit is approved', async () => {
  await putFork(dashboard.service, dashboard.service.projectId);
  const { page, context } = await dashboard.open({ storageState });
  await goTo(page, 'deployments');
  const panel = page.getByRole('region', { name: 'Pull requests from forks' });
  const { service } = dashboard;
  await panel.getByText('c0ffee').waitFor();
  await panel.getByRole('link', { name: `#7 ${hostile}`, exact: true }).waitFor();
  await panel.getByText('eve', { exact: true }).waitFor();
  const { json: before } = await service.request('GET', `/v1/projects/${service.projectId}/pull-requests`);
  await page.route('**/pull-requests', (route) => route.fulfill({ json: before }));
  await service.api.platform.database.pool.query(
    `update site_pull_requests set head_commit = 'decade' where number = 7`,
  );
  await panel.getByRole('button', { name: 'Approve #7' }).click();
  await page.getByRole('alert').getByText('The head of pull request #7 is now decade', { exact: false }).waitFor();
  await page.unroute('**/pull-requests');
  await panel.getByText('decade').waitFor();
  await panel.getByRole('button', { name: 'Approve #7' }).click();
  await page.getByText('Pull request #7 is approved').waitFor();
  await panel.waitFor({ state: 'detached' });
  assert.deepEqual(await findBarriers(page), []);
  await context.close();
});

test('a project’s page shows how pushes are detected, and how to create a missing hook', async () => {
  const { page, context } = await dashboard.open({ storageState });
  const { service } = dashboard;
  await goTo(page, 'a project');
  await page.getByText('reported immediately by the embedded code host').waitFor();
  // Simulates a repository on another code host, which isn't queried from here.
  const path = `/v1/projects/${service.projectId}`;
  const { json: project } = await service.request('GET', path);
  await page.route(`**${path}`, (route) =>
    route.fulfill({ json: { ...project, repository: 'https://github.com/acme/docs' } }),
  );
  await page.reload();
  await page.getByText(`docwright code-host-hooks create --install --project ${service.projectId}`).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Delete project' }).click();
  await page.getByRole('dialog').getByLabel('Type Example docs to confirm').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await context.close();
});

test('the overview appears as a whole, without layout shifts', async () => {
  const { page, context, faults } = await dashboard.open({ storageState });
  const waiting: (() => Promise<void>)[] = [];
  const paths = ['/first-steps/', '/v1/overview', '/v1/projects?', '/v2/agent/jobs', '/suggestions'];
  await page.route(
    (url) => paths.some((path) => `${url.pathname}${url.search}`.includes(path)),
    (route) => void waiting.push(() => route.continue()),
  );
  const shift = () =>
    page.evaluate<number>(`new Promise((resolve) => {
      let sum = 0;
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += entry.value;
      });
      observer.observe({ type: 'layout-shift', buffered: true });
      requestAnimationFrame(() => requestAnimationFrame(() => { observer.disconnect(); resolve(sum); }));
    })`);
  await page.goto(dashboard.url + '/overview');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const shown = page.getByText('Agent jobs by result');
  // The responses arrive one by one, each after the page has rendered the previous one.
  while (!(await shown.isVisible())) {
    await waiting.pop()?.();
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  }
  assert.ok((await shift()) < 0.05, `the layout shifts by ${await shift()}`);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  assert.deepEqual(faults, []);
  await context.close();
});

test('the project list shows where each site is live, its state and its last deployment', async () => {
  const { page, context, faults } = await dashboard.open({ storageState });
  await goTo(page, 'projects');
  const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  const live = rowOf('Example docs');
  const { url } = (await dashboard.service.request('GET', `/v1/projects/${dashboard.service.projectId}/site`)).json;
  await live.getByRole('link', { name: url, exact: true }).waitFor();
  await live.getByText('Live', { exact: true }).waitFor();
  await live.getByText('Ready', { exact: true }).waitFor();
  await rowOf('Air-gapped docs').getByText('Air-gapped', { exact: true }).waitFor();
  await live.getByRole('link', { name: 'Last deployment of Example docs' }).click();
  await page.getByText('0 issues').waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('a domain is added, found once its record is set, made primary and removed', async () => {
  const { page, context } = await dashboard.open({ storageState });
  await goTo(page, 'domains');
  await page.getByLabel('Domain', { exact: true }).fill('https://not a name');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByRole('alert').getByText('is not a domain', { exact: false }).waitFor();
  await page.getByText('First, this installation needs a public sites domain').waitFor();
  await page.getByLabel('Domain', { exact: true }).fill('https://New.Example.net/guide');
  await page.getByText('Adds New.Example.net. To serve the site under /guide', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Add domain' }).click();
  const panel = page.getByRole('region', { name: 'new.example.net' });
  await panel.getByText('example-docs.localhost').waitFor();
  dns.set('new.example.net', { cname: 'example-docs.localhost' });
  await panel.getByRole('button', { name: 'Check again' }).click();
  await panel.getByText('Live', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Make primary' }).click();
  await panel.getByText('Primary', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Remove' }).click();
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click();
  await panel.waitFor({ state: 'detached' });
  await context.close();
});

test('the manual is part of the dashboard, and sends requests with the reader’s session', async () => {
  const { page, context, faults } = await dashboard.open({ storageState });
  await goTo(page, 'overview');
  await page.getByRole('link', { name: 'API reference' }).click();
  // The first reader waits for the build, and the page reloads itself until it is done.
  await page.getByRole('heading', { name: 'Introduction' }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.goto(`${dashboard.service.baseUrl}/docs/api-reference/organization/get-an-overview`);
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('200 OK').waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('the palette opens a project’s page after a few letters, and shortcut keys open other pages except during typing', async () => {
  const { page, context, faults } = await dashboard.open({ storageState });
  await goTo(page, 'overview');
  const search = page.getByRole('combobox', { name: 'Search' });
  await page.keyboard.press('Control+k');
  await search.waitFor();
  await waitForFocus(search);
  assert.deepEqual(await findBarriers(page), []);
  await search.fill('dom untouched');
  await page.getByRole('option', { name: 'Domains Untouched docs' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('No domains yet').waitFor();
  await search.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'Agent jobs', level: 1 }).waitFor();
  await page.getByRole('searchbox').fill('n?/');
  assert.equal(await page.getByRole('searchbox').inputValue(), 'n?/');
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the palette begins with the commands for the page’s job, and keeps letters that are typed while it is loading', async () => {
  const { page, context, faults } = await dashboard.open({ storageState });
  await goTo(page, 'a job');
  const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>();
  await page.route(/\/palette-[^/]*\.js/, async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  const early = page.getByRole('textbox', { name: 'Search', exact: true });
  await early.waitFor();
  await page.keyboard.type('diff');
  load();
  const search = page.getByRole('combobox', { name: 'Search' });
  await search.waitFor();
  assert.equal(await search.inputValue(), 'diff');
  await search.fill('');
  await page.getByRole('option', { name: 'Show the activity' }).waitFor();
  assert.equal(await page.getByRole('option').first().textContent(), 'Show the activity');
  await search.fill('diff');
  await page.getByRole('option', { name: 'Show the diff' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/tab=diff/);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the phone menu links to the pages', async () => {
  const { page, context } = await dashboard.open({
    storageState,
    viewport: { width: 375, height: 740 },
    isMobile: true,
    hasTouch: true,
  });
  await goTo(page, 'agent jobs');
  await page.getByRole('button', { name: 'Menu' }).tap();
  await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('dialog').getByRole('link', { name: 'API keys' }).tap();
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await context.close();
});

test('a dialog is accessible and returns the focus, and the chosen theme survives a reload', async () => {
  const { page, context } = await dashboard.open({ storageState });
  await goTo(page, 'API keys');
  const button = page.getByRole('button', { name: 'Create key' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await waitForFocus(button);

  await page.getByRole('button', { name: /Ada Lindqvist/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
  await page.reload();
  assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
  await context.close();
});

test('a conversation is deleted after a confirmation', async () => {
  const { page, context } = await dashboard.open({ storageState });
  try {
    await goTo(page, 'its conversations');
    const asked = page.getByText('How do I rotate a key?');
    await page.getByRole('button', { name: 'Delete conversation' }).click();
    await page.getByRole('button', { name: 'Keep' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.ok(await asked.first().isVisible());
    await page.getByRole('button', { name: 'Delete conversation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await asked.first().waitFor({ state: 'hidden' });
  } finally {
    await context.close();
  }
});

test('a page opens from the table of most viewed pages, shows its own figures, and stores its period in the address', async () => {
  const { page, context, faults } = await dashboard.open({ storageState, reducedMotion: 'reduce' });
  await goTo(page, 'analytics');
  await page.getByRole('region', { name: 'Most viewed pages' }).getByRole('link', { name: '/guides/keys' }).click();
  await page.getByRole('heading', { level: 1, name: '/guides/keys' }).waitFor();
  const rowOf = (table: string, name: string) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });
  await rowOf('Searches that ended here', 'api keys').getByText('4').waitFor();
  await rowOf('Links to other sites', 'https://status.example.org/history/2026').waitFor();
  await rowOf('How agents read it', 'Markdown').waitFor();
  await page.getByText('Figures for each day').click();
  assert.equal(await page.getByRole('table', { name: 'Views and visitors for each day' }).getByRole('row').count(), 31);
  await page.getByRole('button', { name: '7 days' }).click();
  await page.waitForURL(/from=\d{4}-\d\d-\d\d/);
  await page.reload();
  await page.getByRole('button', { name: '7 days', pressed: true }).waitFor();
  await rowOf('Searches that ended here', 'api keys').waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('a page health list can show more than its first rows', async () => {
  const { page, context, faults } = await dashboard.open({ storageState, reducedMotion: 'reduce' });
  await goTo(page, 'the health of pages');
  const rows = page.getByRole('table', { name: 'Pages unchanged for a long time' }).getByRole('row');
  assert.equal(await rows.count(), 21, 'including the table’s header');
  const more = page.getByRole('button', { name: 'Show more: Pages unchanged for a long time' });
  await more.click();
  await rows.nth(120).waitFor();
  assert.equal(await rows.count(), 121);
  await more.click();
  await rows.nth(121).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Show more/ }).count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test('web analytics show a chosen range by day or hour, link to deployments, and refuse more than 400 days', async () => {
  const { page, context, faults } = await dashboard.open({ storageState, reducedMotion: 'reduce' });
  await goTo(page, 'analytics');
  const called = page.getByRole('region', { name: 'API playground' });
  await called.getByText('POST /v2/keys/{keyId}').waitFor();
  const fruitless = page.getByRole('region', { name: 'Searches without results' });
  assert.equal(await fruitless.getByText('api keys').count(), 0);
  await page.getByText('Figures for each day').click();
  const figures = page.getByRole('table', { name: 'Views and visitors for each day' });
  assert.equal(await figures.getByRole('row').count(), 31);
  await figures.getByRole('link').first().waitFor();
  const today = await page.getByLabel('To', { exact: true }).inputValue();
  await page.getByLabel('From', { exact: true }).fill(today);
  await page.getByText('Figures for each hour').click();
  const hours = page.getByRole('table', { name: 'Views and visitors for each hour' });
  assert.equal(await hours.getByRole('row').count(), 25);
  await page.getByRole('button', { name: 'Today', pressed: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: '30 days' }).getAttribute('aria-pressed'), 'false');
  await page.getByLabel('From', { exact: true }).fill('2020-01-01');
  await page.getByText('choose 400 or fewer').waitFor();
  await called.getByText('POST /v2/keys/{keyId}').waitFor();
  await page.getByRole('button', { name: '7 days' }).click();
  await page.getByText('choose 400 or fewer').waitFor({ state: 'detached' });
  assert.deepEqual(faults, []);
  await context.close();
});
