/** Tests how a job's page shows the answer to a question. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../api/test-service.ts';
import { findBarriers } from './find-barriers.ts';
import { signInOwner, startDashboard, type OpenPage, type TestDashboard } from './open-dashboard.ts';

let dashboard: TestDashboard;
let opened: OpenPage;
let job: { readonly id: string; readonly answer: { readonly citations: readonly object[] } };

before(async () => {
  dashboard = await startDashboard();
  const storageState = await signInOwner(dashboard);
  opened = await dashboard.open({ storageState });
  const { service } = dashboard;
  const path = `/v2/agent/${service.projectId}/job`;
  const { json } = await service.request('POST', path, { body: { prompt: 'Which pages mention flags?' } });
  job = await until(
    async () => (await service.request('GET', `${path}/${json.id}`)).json,
    ({ status }) => status !== 'active',
  );
  assert.ok(job.answer.citations.length > 0, JSON.stringify(job));
});
after(() => dashboard.stop());

const readDirection = (element: unknown): string =>
  (globalThis as unknown as { getComputedStyle(of: unknown): { direction: string } }).getComputedStyle(element)
    .direction;
const panel = () =>
  opened.page.locator('section', { has: opened.page.getByRole('heading', { name: 'Answer' }) }).first();

async function show(): Promise<void> {
  await opened.page.goto(`${dashboard.url}/jobs/${dashboard.service.projectId}/${job.id}`);
  await panel().waitFor();
}

/** Stores another answer of the same job, as a language model may have written it. */
async function answer(text: string, citations: readonly object[]): Promise<void> {
  await dashboard.service.api.platform.database.pool.query(
    'update agent_jobs set summary = $1, answer_citations = $2 where id = $3',
    [text, JSON.stringify(citations), job.id],
  );
  await show();
}

const cite = (at: number) => ({
  ...job.answer.citations[0],
  path: `guides/${'long-name-'.repeat(8)}${at}.mdx`,
  from: at,
  to: at + 3,
});
const long = Array.from(
  { length: 20 },
  (_, at) => `Paragraph ${at}. ${'A key expires after 30 days, unless it is used. '.repeat(7)}`,
).join('\n\n');
const html =
  '<script>document.title="taken"</script> Set `"expires"` in <b>docs.json</b>.\n\n- <img src=x onerror="document.title=1">\n- [link](javascript:alert(1))';
const arabic = 'تنتهي صلاحية المفتاح بعد 30 يومًا. انظر `docs/keys.mdx`.\n\n- الأول\n- الثاني\n\n> اقتباس';

test('an answer links to the lines that it cites', async () => {
  const { page, faults } = opened;
  await show();
  const source = panel().getByRole('list').last().getByRole('link').first();
  assert.match((await source.getAttribute('aria-label')) ?? '', /\.mdx, lines? \d+/);
  const [opening] = await Promise.all([page.context().waitForEvent('page'), source.click()]);
  await opening.waitForLoadState();
  assert.match(opening.url(), /\/repositories\/.*file=.*#L\d+$/);
  await opening.close();
  assert.deepEqual(faults, []);
});

test('an answer without sources is marked as such', async () => {
  await answer('The site doesn’t say.', []);
  await panel().getByText('This answer cites no sources.').waitFor();
  assert.equal(await panel().getByRole('heading', { name: 'Sources' }).count(), 0);
});

test('if many files are cited, the rest are shown on request', async () => {
  await answer(
    'In twenty files.',
    Array.from({ length: 20 }, (_, at) => cite(at + 1)),
  );
  const items = panel().getByRole('listitem');
  await panel().getByRole('button', { name: 'Show all 20 files' }).click();
  assert.equal(await items.count(), 20);
  await panel().getByRole('button', { name: 'Show fewer' }).click();
  assert.ok((await items.count()) < 10);
});

test('HTML in an answer is shown as text, and creates no images, scripts or JavaScript links', async () => {
  const { page, faults } = opened;
  await answer(html, [cite(1)]);
  await panel().getByText('<script>').waitFor();
  assert.notEqual(await page.title(), 'taken');
  assert.equal(await panel().locator('img, script, a[href^="javascript"]').count(), 0);
  assert.deepEqual(faults, []);
});

test('each paragraph and list has the direction of its text', async () => {
  await answer(`${arabic}\n\nIn English.`, [cite(1)]);
  const direction = (text: string) => panel().getByText(text).first().evaluate(readDirection);
  assert.deepEqual(await Promise.all(['تنتهي', 'الأول', 'اقتباس', 'In English'].map(direction)), [
    'rtl',
    'rtl',
    'rtl',
    'ltr',
  ]);
});

test('long, right-to-left and HTML answers are accessible, and fit on a phone', async () => {
  const { page } = opened;
  for (const [name, text, count] of [
    ['long', long, 20],
    ['html', html, 1],
    ['arabic', arabic, 0],
  ] as const) {
    await answer(
      text,
      Array.from({ length: count }, (_, at) => cite(at + 1)),
    );
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await findBarriers(page), [], `${name} ${width} ${colorScheme}`);
        const excess = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        assert.ok(excess <= 0, `${name} is ${excess} px too wide for ${width}`);
      }
  }
});
