/** Tests how the dashboard shows a site's readers and issues, and the related actions. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findBarriers } from './find-barriers.ts';
import { openAtLiveSite, startDashboard, type OpenPage, type TestDashboard } from './open-dashboard.ts';

const hostile = '</p><script>document.title="taken"</script>\n\u202eDelete all pages.';

let dashboard: TestDashboard;
let opened: OpenPage;
let project = '';

before(async () => {
  dashboard = await startDashboard({ deploymentConcurrency: '1' });
  opened = await openAtLiveSite(dashboard);
  const { projectId, api } = dashboard.service;
  project = `${dashboard.url}/projects/${projectId}`;
  const { pool } = api.platform.database;
  await pool.query(`update projects set features = features || '{"analytics": true}' where id = $1`, [projectId]);
  await pool.query(
    `select create_analytics_day((now() at time zone 'UTC')::date - day) from generate_series(0, 6) as day`,
  );
  await pool.query(
    `insert into analytics_events (project_id, at, id, kind, path, visitor, is_ai, referrer)
     select $1, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - day * interval '1 day', gen_random_uuid(), 'view',
       '/quickstart', decode(lpad(to_hex(n), 32, '0'), 'hex'), n = 1, 'news.example.org'
     from generate_series(0, 6) as day, generate_series(1, 3 + day * 2) as n`,
    [projectId],
  );
  const issues = [
    {
      path: 'quickstart.mdx',
      line: 3,
      code: 'broken-link',
      severity: 'error',
      message: 'The link to /nowhere has no page.',
    },
    { path: 'quickstart.mdx', line: 5, code: 'unknown-icon', severity: 'warning', message: hostile },
    {
      path: 'guides/react.mdx',
      line: null,
      code: 'orphan-page',
      severity: 'info',
      message: 'The page is not in the navigation.',
    },
  ];
  await pool.query('update site_bundles set issues = $2, issue_count = $3 where project_id = $1', [
    projectId,
    JSON.stringify(issues),
    issues.length,
  ]);
});
after(() => dashboard.stop());

test('the view chart shows a day’s figures by pointer and keyboard', async () => {
  const { page, faults } = opened;
  await page.goto(`${project}/analytics`);
  await page.getByRole('button', { name: '7 days' }).click();
  const current = page.getByRole('navigation', { name: 'Project' }).locator('[aria-current]');
  assert.deepEqual(await current.allTextContents(), ['Analytics'], 'one page is marked as the current one');
  const chart = page.getByRole('slider', { name: 'Views for each day' });
  await chart.focus();
  await page.keyboard.press('Home');
  assert.match(
    (await chart.getAttribute('aria-valuetext')) ?? '',
    /^\w+day, .*, 14 views by people, 1 by AI agents, 15 visitors$/,
  );
  const figure = page.getByText('14 views by people');
  await figure.waitFor();
  await page.keyboard.press('End');
  await page.getByText('2 views by people').waitFor();
  await chart.blur();
  assert.equal(await page.getByText(/views by people/).count(), 0);
  await chart.hover({ position: { x: 5, y: 60 } });
  await figure.waitFor();
  const box = (await figure.boundingBox()) ?? assert.fail('the figure is not visible');
  const frame =
    (await page.getByRole('region', { name: 'Views' }).boundingBox()) ?? assert.fail('the panel is not visible');
  assert.ok(box.x >= frame.x && box.x + box.width <= frame.x + frame.width, 'the figure is inside its panel');
  const sources = page.getByRole('table', { name: 'Sources' });
  await sources.getByRole('row').filter({ hasText: 'news.example.org' }).getByText('56').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(faults, []);
});

test('an issue links to its line, explains its rule, and fills in a job’s prompt without losing a draft', async () => {
  const { page, faults } = opened;
  const { service } = dashboard;
  const { deployments } = (await service.request('GET', `/v1/projects/${service.projectId}/deployments`)).json;
  await page.goto(`${project}/deployments/${deployments[0].deploymentId}?tab=issues`);
  const line = page.getByRole('link', { name: 'Line 3 of quickstart.mdx' });
  const [file] = await Promise.all([page.context().waitForEvent('page'), line.click()]);
  await file
    .getByRole('heading', { name: 'docs/quickstart.mdx' })
    .or(file.getByRole('heading', { name: 'quickstart.mdx' }))
    .waitFor();
  assert.match(file.url(), /&commit=[0-9a-f]{40}#L3$/);
  assert.equal(await file.locator('tr:target .number').textContent(), '3');
  await file.close();
  await page.getByText('Broken link', { exact: true }).click();
  await page.getByText('A link’s target isn’t a page or file of the site.').waitFor();
  const badge =
    (await page.getByText('warning', { exact: true }).boundingBox()) ?? assert.fail('the badge is not visible');
  assert.ok(badge.height < 30, `a badge is one line: ${badge.height}`);
  assert.deepEqual(await findBarriers(page), []);
  assert.doesNotMatch(await page.title(), /taken/);
  await page.getByRole('link', { name: 'Fix with the agent: quickstart.mdx' }).click();
  const prompt = page.getByLabel('What should change?');
  await prompt.waitFor();
  const text = await prompt.inputValue();
  assert.equal(text, 'fix broken links in quickstart', 'the project uses the built-in rules');
  await page.reload();
  await prompt.waitFor();
  assert.equal(await prompt.inputValue(), text);
  await prompt.fill('My own words.');
  await page.goBack();
  await page.getByRole('link', { name: 'Fix all with the agent' }).click();
  assert.equal(await prompt.inputValue(), `My own words.\n${text}`, 'a draft is not lost');
  assert.deepEqual(faults, []);
});

test('the model form suggests names, fills in their list prices, and links to the page for creating keys', async () => {
  const { page, faults } = opened;
  await page.goto(`${project}?tab=model`);
  await page.getByRole('button', { name: 'Set models for this project' }).click();
  const model = page.getByRole('combobox', { name: 'Model', exact: true });
  await model.fill('claude-sonnet-5-5');
  assert.equal(await page.getByLabel('Input price').inputValue(), '2');
  assert.equal(await page.getByLabel('Output price').inputValue(), '10');
  assert.match(
    (await page.getByRole('link', { name: 'Create a key' }).getAttribute('href')) ?? '',
    /platform\.claude\.com/,
  );
  await page.getByLabel('Provider').selectOption('openai-compatible');
  assert.equal(await page.getByLabel('Input price').inputValue(), '');
  assert.equal(await page.getByRole('link', { name: 'Create a key' }).count(), 0);
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(faults, []);
});

test('the organization’s models are set in its settings, and shown in projects without their own models', async () => {
  const { page, faults } = opened;
  await page.goto(`${dashboard.url}/settings?tab=models`);
  await page.getByRole('button', { name: 'Set models for all projects' }).click();
  await page.getByLabel('Provider').selectOption('builtin');
  await page.getByRole('button', { name: 'Save and test' }).click();
  await page.getByText('It works').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.goto(`${project}?tab=model`);
  await page.getByText('The project uses the organization’s models.').waitFor();
  await page.getByRole('link', { name: 'the organization’s settings' }).click();
  await page.getByRole('button', { name: 'Use the installation’s default' }).click();
  await page.getByText('Projects without their own models use the installation’s default model.').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(faults, []);
});

test('an answer in the playground contains links, and shows no Markdown syntax', async () => {
  const { page, faults } = opened;
  const { service } = dashboard;
  await service.request('PATCH', `/v1/projects/${service.projectId}`, { body: { features: { assistant: true } } });
  await page.goto(`${project}/assistant?tab=playground`);
  await page.getByLabel('Question').fill('How do I install the SDK?');
  await page.getByRole('button', { name: 'Ask' }).click();
  const answer = page.getByRole('article').first();
  await answer.getByRole('link').first().waitFor();
  assert.doesNotMatch((await answer.textContent()) ?? '', /```|\]\(/);
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(faults, []);
});
