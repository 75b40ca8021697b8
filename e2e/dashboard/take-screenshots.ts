/**
 * Takes the screenshots of the README and the manual from a real service with the example site: `npm run screenshots`.
 * Needs Chromium, like the dashboard tests.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { signInOwner, startDashboard, type TestDashboard } from './open-dashboard.ts';
import { until } from '../api/test-service.ts';

const folder = join(import.meta.dirname, '../../docs/images');
const viewport = { width: 1280, height: 720 };
const prompt = [
  'append section "Limits" to quickstart: "A project has 50 flags."',
  'set description of index to "Feature flags that switch within a second, on your own servers."',
  'rename section "Next" in quickstart to "Next steps"',
].join('\n');

interface Screenshot {
  /** Name of the file in `docs/images`, without `.png`. */
  readonly name: string;
  readonly colorScheme: 'light' | 'dark';
  /** Returns the path of the page, relative to the dashboard. */
  readonly path: (job: { readonly projectId: string; readonly jobId: string }) => string;
  /** Operates the page if necessary, and waits for its content. */
  readonly prepare: (page: Page) => Promise<void>;
}

const screenshots: readonly Screenshot[] = [
  {
    name: 'dashboard-job',
    colorScheme: 'light',
    path: ({ projectId, jobId }) => `/jobs/${projectId}/${jobId}`,
    prepare: (page) => page.getByText('The site was checked before and after').waitFor(),
  },
  {
    name: 'dashboard-diff',
    colorScheme: 'dark',
    path: ({ projectId, jobId }) => `/jobs/${projectId}/${jobId}?tab=diff`,
    prepare: async (page) => {
      await page.getByText('Split', { exact: true }).click();
      await page.getByText('within', { exact: false }).first().waitFor();
    },
  },
  {
    name: 'editor-navigation',
    colorScheme: 'light',
    path: ({ projectId }) => `/projects/${projectId}/editor/main/docs.json?view=form`,
    prepare: (page) => page.getByRole('treeitem').nth(2).click(),
  },
];

await using cleanup = new AsyncDisposableStack();
const dashboard = await startDashboard();
cleanup.defer(() => dashboard.stop());
const storageState = await signInOwner(dashboard);
const jobId = await runJob(dashboard);
for (const { name, colorScheme, path, prepare } of screenshots) {
  const { page, context } = await dashboard.open({ storageState, viewport, colorScheme, reducedMotion: 'reduce' });
  await page.goto(dashboard.url + path({ projectId: dashboard.service.projectId, jobId }));
  await prepare(page);
  await page.mouse.move(0, 0);
  await page.evaluate('document.activeElement?.blur()');
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const file = join(folder, `${name}.png`);
  await page.screenshot({ path: file });
  console.log(`docs/images/${name}.png`);
  await context.close();
}

async function runJob({ service }: TestDashboard): Promise<string> {
  const path = `/v2/agent/${service.projectId}/job`;
  const { json } = await service.request('POST', path, { body: { prompt } });
  const done = await until(
    async () => (await service.request('GET', `${path}/${json.id}`)).json,
    ({ status }) => status !== 'active',
  );
  if (done.prLink === null) throw new Error(`The job has no pull request: ${JSON.stringify(done)}`);
  return json.id;
}
