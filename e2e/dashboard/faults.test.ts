import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { findBaseUrl } from '../../packages/server/src/platform/models/model-settings.ts';
import { owner, signInOwner, startDashboard, type OpenPage, type TestDashboard } from './open-dashboard.ts';
import { hangLimitMs } from '../../scripts/hang-limit.ts';

let dashboard: TestDashboard;
let storageState: Awaited<ReturnType<typeof signInOwner>>;

before(async () => {
  dashboard = await startDashboard();
  storageState = await signInOwner(dashboard);
});
after(() => dashboard?.stop());

async function withPage(path: string, use: (opened: OpenPage) => Promise<void>): Promise<void> {
  const opened = await dashboard.open({ storageState });
  await opened.page.goto(dashboard.url + path);
  await use(opened);
  await opened.context.close();
}

/** Deletes the browser's session, as if it had ended elsewhere. */
const endSession = (context: BrowserContext): Promise<void> => context.clearCookies();

test('a session that ends in the middle of a form is renewed in place, and the form is sent', () =>
  withPage('/jobs/new', async ({ page, context }) => {
    const prompt = page.getByLabel('What should change?');
    await prompt.fill('fix spelling');
    await endSession(context);
    await page.getByRole('button', { name: 'Start job' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Email address').fill(owner.email);
    await dialog.getByLabel('Password').fill(owner.password);
    assert.equal(await prompt.inputValue(), 'fix spelling');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/jobs\/proj_\w+\/aj_\w+/);
    await page.getByText('fix spelling').first().waitFor();
  }));

test('an unreachable service is reported and retried, and no input is lost', () =>
  withPage('/jobs/new', async ({ page, context }) => {
    const prompt = page.getByLabel('What should change?');
    await prompt.fill('fix broken links');
    await context.route(/\/(v1|v2|healthz)/, (route) => route.abort());
    await page.getByRole('button', { name: 'Start job' }).click();
    await page.getByText('Can’t reach the service. Retrying. What you type isn’t lost.').waitFor();
    await page.getByText('Nothing is lost').waitFor();
    assert.equal(await prompt.inputValue(), 'fix broken links');
    await context.unroute(/\/(v1|v2|healthz)/);
    await page.getByText('Can’t reach the service. Retrying').waitFor({ state: 'detached' });
    await page.reload();
    assert.equal(await prompt.inputValue(), 'fix broken links', 'a reload keeps the draft');
    await page.getByRole('button', { name: 'Start job' }).click();
    await page.waitForURL(/\/jobs\/proj_\w+\/aj_\w+/);
  }));

test('a page that is opened while the service is unreachable loads once the service is available again', () =>
  withPage('/settings', async ({ page, context }) => {
    await page.getByLabel('Name', { exact: true }).waitFor();
    await context.route(/\/v1\/api-keys/, (route) => route.abort());
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByText('Can’t reach the service').first().waitFor();
    await context.unroute(/\/v1\/api-keys/);
    await page.getByRole('cell', { name: /first key/ }).waitFor();
  }));

test('if two tabs edit the same setting, the second tab shows both values before anything is overwritten', () =>
  withPage(`/projects/${dashboard.service.projectId}?tab=general`, async ({ page, context }) => {
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByLabel('Name', { exact: true }).fill('Named in the other tab');
    await page.getByLabel('Name', { exact: true }).fill('Named here');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Someone else changed this').waitFor();
    await page.getByText('Current: Named in the other tab').waitFor();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Named here');
    const stored = async () =>
      (await dashboard.service.request('GET', `/v1/projects/${dashboard.service.projectId}`)).json.name;
    assert.equal(await stored(), 'Named in the other tab');
    await page.getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.equal(await stored(), 'Named here');
  }));

test('if two tabs set an unset agent policy or model, nothing is silently overwritten', async () => {
  const { service } = dashboard;
  const path = `/v1/projects/${service.projectId}`;
  await withPage(`/projects/${service.projectId}?tab=policy`, async ({ page }) => {
    await page.getByLabel('Instructions').fill('Written here');
    await service.request('PATCH', `${path}/agent-settings`, { body: { instructions: 'Written elsewhere' } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Current: Written elsewhere').waitFor();
    assert.equal(await page.getByLabel('Instructions').inputValue(), 'Written here');
    await page.getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.equal((await service.request('GET', `${path}/agent-settings`)).json.instructions, 'Written here');
  });
  await withPage(`/projects/${service.projectId}?tab=model`, async ({ page }) => {
    await page.getByRole('button', { name: 'Set models for this project' }).click();
    await page.getByRole('combobox', { name: 'Model', exact: true }).fill('qwen3:8b');
    const provider = page.getByLabel('Provider');
    for (const local of ['lmstudio', 'llamacpp', 'vllm', 'ollama'] as const) {
      await provider.selectOption(local);
      const filledIn = await page.getByLabel('API address').inputValue();
      assert.equal(filledIn, findBaseUrl({ provider: local }), 'the form and the service have the same address');
    }
    await page.getByRole('button', { name: 'Save and test' }).click();
    await page.getByText('DOCWRIGHT_PRIVATE_MODEL_HOSTS=http://127.0.0.1:11434').first().waitFor();
    await provider.selectOption('builtin');
    const theirs = { provider: 'openai-compatible', model: 'set-elsewhere', baseUrl: 'https://models.example.com/v1' };
    await service.request('PUT', `${path}/models`, { body: { models: [theirs] } });
    await page.getByRole('button', { name: 'Save and test' }).click();
    await page.getByText('Someone else changed the models').waitFor();
    await page.getByText('openai-compatible/set-elsewhere').waitFor();
    await page.getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.getByRole('button', { name: 'Save and test' }).waitFor({ state: 'detached' });
    const { models } = (await service.request('GET', `${path}/models`)).json;
    assert.deepEqual([models.length, models[0].model], [1, 'rules-1']);
    await page.getByText('It works').waitFor();
  });
});

test('leaving a form with unsaved changes requires a confirmation', () =>
  withPage(`/projects/${dashboard.service.projectId}?tab=general`, async ({ page }) => {
    await page.getByLabel('Export names').fill('docs.example.com, more.example.com');
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Stay here' }).click();
    assert.equal(await page.getByLabel('Export names').inputValue(), 'docs.example.com, more.example.com');
    assert.match(page.url(), /\/projects\//);
  }));

test('a remembered organization that no longer exists is forgotten', () =>
  withPage('/jobs', async ({ page }) => {
    await page.evaluate("localStorage.setItem('docwright.organization', 'org_gone')");
    await page.reload();
    await page.getByRole('heading', { name: 'Agent jobs' }).waitFor();
    assert.equal(await page.evaluate("localStorage.getItem('docwright.organization')"), null);
  }));

test('signing in doesn’t redirect to addresses outside the dashboard', async () => {
  for (const next of ['https://evil.example/', '//evil.example', '/v1/me', 'javascript:alert(1)']) {
    const { page, context } = await dashboard.open();
    await page.goto(`${dashboard.url}/sign-in?next=${encodeURIComponent(next)}`);
    await page.getByLabel('Email address').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/dashboard/overview');
    await context.close();
  }
});

test('an installation without mail has no form for a forgotten password', async () => {
  const { page, context } = await dashboard.open();
  await page.goto(`${dashboard.url}/forgot-password`);
  await page.getByText('This installation doesn’t send email').waitFor();
  assert.equal(await page.locator('form').count(), 0);
  await context.close();
});

test('a viewer sees no actions for creating jobs, projects and exports', async () => {
  const { service } = dashboard;
  const { json } = await service.request('POST', '/v1/organization/invitations', {
    body: { email: 'vera@example.com', role: 'viewer' },
  });
  const { page, context } = await dashboard.open();
  await page.goto(json.acceptUrl);
  await page.getByLabel('Your name').fill('Vera');
  await page.getByLabel('Password').fill('nine quiet harbours');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await page.waitForURL('**/dashboard/overview');
  await page.getByText('Agent jobs by result').waitFor();
  assert.equal(await page.getByRole('heading', { name: 'First steps' }).count(), 0, 'a viewer can’t take any steps');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agent jobs' }).click();
  await page.getByText('fix spelling').first().waitFor();
  assert.equal(await page.getByRole('link', { name: 'New job' }).count(), 0);
  assert.equal(await page.getByRole('link', { name: 'Audit log' }).count(), 0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  await page.getByText('Named here', { exact: true }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'New project' }).count(), 0);
  for (const path of ['/jobs/new', '/projects/new', '/keys', '/audit']) {
    await page.goto(dashboard.url + path);
    await page.getByText('You don’t have permission').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0, path);
    if (path.endsWith('/new')) assert.equal(await page.locator('form').count(), 0, path);
  }
  await page.goto(`${dashboard.url}/projects/${service.projectId}`);
  await page.getByRole('link', { name: 'Exports' }).last().waitFor();
  assert.equal(await page.getByRole('link', { name: 'New job' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Start export' }).count(), 0);
  await context.close();
});

test('each feature has one switch, which is off and locked if the deployment kind doesn’t support it', () =>
  withPage(`/projects/${dashboard.service.projectId}?tab=deployment`, async ({ page }) => {
    const { features } = (await dashboard.service.request('GET', '/v1/system')).json;
    const supportOf = (feature: string, kind: string) =>
      features
        .find((row: { feature: string }) => row.feature === feature)
        .deployments.find((row: { kind: string }) => row.kind === kind).support;
    const labels = {
      assistant: 'AI assistant',
      analytics: 'Web analytics',
      feedback: 'Feedback on pages',
      playground: 'API playground',
      offlineSearch: 'Offline search',
      socialImages: 'Social preview images',
    };
    for (const [kind, label] of [
      ['cloud', 'Cloud'],
      ['client-hosted', 'Client-hosted'],
      ['air-gapped', 'Air-gapped'],
    ] as const) {
      await page.getByRole('radio', { name: label }).check();
      for (const [feature, name] of Object.entries(labels)) {
        const box = page.getByRole('checkbox', { name });
        const isPossible = supportOf(feature, kind) !== 'unavailable';
        assert.equal(await box.isEnabled(), isPossible, `${name} in ${kind}`);
        if (!isPossible) assert.equal(await box.isChecked(), false, `${name} in ${kind}`);
      }
    }
    assert.equal(await page.getByText('Documentation search').count(), 0, 'live sites always have it');
    assert.equal(await page.getByRole('table').count(), 0, 'no other element lists the features');
  }));

test('one button saves the settings of the project and its live site together', () =>
  withPage(`/projects/${dashboard.service.projectId}?tab=deployment`, async ({ page }) => {
    const { projectId } = dashboard.service;
    const socialImages = page.getByRole('checkbox', { name: 'Social preview images' });
    const requireNoErrors = page.getByRole('checkbox', { name: 'Require a site without errors' });
    const before = [await socialImages.isChecked(), await requireNoErrors.isChecked()];
    await socialImages.setChecked(!before[0]);
    await requireNoErrors.setChecked(!before[1]);
    const readStored = async () => {
      const project = (await dashboard.service.request('GET', `/v1/projects/${projectId}`)).json;
      const site = (await dashboard.service.request('GET', `/v1/projects/${projectId}/site`)).json;
      return [project.features.socialImages, site.settings.requireNoErrors];
    };
    assert.deepEqual(await readStored(), before, 'nothing is saved before the button is pressed');
    assert.equal(await page.getByRole('button', { name: /^Save/ }).count(), 1);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.deepEqual(
      await readStored(),
      before.map((isOn) => !isOn),
    );
  }));

test('a project’s page opens the forms for an export and a job with this project selected', () =>
  withPage(`/projects/${dashboard.service.projectId}`, async ({ page }) => {
    await page.getByRole('button', { name: 'Start export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Start an export' });
    assert.equal(await dialog.getByLabel('Project').inputValue(), dashboard.service.projectId);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await page.getByRole('link', { name: 'New job' }).click();
    await page.getByLabel('What should change?').waitFor();
    assert.equal(await page.getByLabel('Project').inputValue(), dashboard.service.projectId);
  }));

const MANY = 10_000;
/** Maximum frame duration while the list is scrolled and loaded. On two busy cores, 270 ms were measured. */
const LONGEST_FRAME_MS = 1000;
/**
 * Number of frames that may take longer if the machine is busy. A list that lags has one such frame for each of its
 * hundred pages.
 */
const LONGER_FRAMES = 20;

test(`${MANY.toLocaleString('en')} jobs are listed without lag`, async () => {
  const { platform } = dashboard.service.api;
  await platform.database.pool.query(
    `insert into agent_jobs (id, organization_id, project_id, status, result, model, repository, base_branch, as_draft, usage, title, prompt, created_at)
     select 'aj_many' || n, organization_id, project_id, 'completed', 'no_changes', model, repository, base_branch, as_draft, usage, null, 'Prompt ' || n, created_at - n * interval '1 minute'
     from (select * from agent_jobs order by created_at limit 1) as job, generate_series(1, $1) as n`,
    [MANY],
  );
  await withPage('/jobs', async ({ page }) => {
    await page.getByText('Prompt 1', { exact: true }).waitFor();
    await page.evaluate(`
      window.frameTimes = [];
      let last = performance.now();
      const tick = () => { const now = performance.now(); window.frameTimes.push(now - last); last = now; requestAnimationFrame(tick); };
      requestAnimationFrame(tick);`);
    const list = page.getByRole('list', { name: 'Agent jobs' });
    await until(async () => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      return page.getByText(`Prompt ${MANY}`, { exact: true }).isVisible();
    });
    const rows = await list.getByRole('listitem').count();
    assert.ok(rows < 80, `the page contains ${rows} rows`);
    const frames = (await page.evaluate<number[]>('window.frameTimes')).toSorted((one, other) => other - one);
    const [longest = 0, ...others] = frames.slice(LONGER_FRAMES);
    assert.ok(others.length > LONGER_FRAMES, `only ${frames.length} frames`);
    assert.ok(longest < LONGEST_FRAME_MS, `${LONGER_FRAMES + 1} frames took ${Math.round(longest)} ms or more`);
    console.log(`# longest frame while ${MANY} jobs were scrolled: ${Math.round(frames[0] ?? 0)} ms`);
  });
});

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + hangLimitMs;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error('the end of the list was not reached in time');
  }
}
