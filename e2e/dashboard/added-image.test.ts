/** Tests how a job's page shows an image that the agent added. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../api/test-service.ts';
import { findBarriers } from './find-barriers.ts';
import { signInOwner, startDashboard, type OpenPage, type TestDashboard } from './open-dashboard.ts';

let dashboard: TestDashboard;
let opened: OpenPage;
let address: string;

/** A PNG of 60 × 40 pixels. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADwAAAAoCAIAAAAt2Q6oAAAAO0lEQVR42u3OQQkAAAgEsItkBKMbzRQ+hMECLNP1TqSlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpS8tZH0ipj2DXc0AAAAASUVORK5CYII=',
  'base64',
);

before(async () => {
  dashboard = await startDashboard();
  opened = await dashboard.open({ storageState: await signInOwner(dashboard) });
  const { service } = dashboard;
  const path = `/v2/agent/${service.projectId}/job`;
  const body = {
    prompt: 'Set description of quickstart to "Ready in five minutes"',
    attachments: [{ name: 'error.png', content: png.toString('base64') }],
  };
  const { json } = await service.request('POST', path, { body });
  await until(
    async () => (await service.request('GET', `${path}/${json.id}`)).json,
    ({ status }) => status !== 'active',
  );
  // The rules engine adds no images; a model would have.
  const { pool } = service.api.platform.database;
  await pool.query(
    `INSERT INTO agent_job_overlay (job_id, path, kind, image)
     SELECT job_id, 'images/setup.png', 'image', digest FROM agent_job_images WHERE job_id = $1`,
    [json.id],
  );
  await pool.query(
    `UPDATE agent_jobs SET files = files || (
       SELECT jsonb_build_array(jsonb_build_object('path', 'images/setup.png', 'change', 'added', 'added', 0, 'removed', 0,
         'image', jsonb_build_object('digest', digest, 'mediaType', media_type, 'sizeBytes', size)))
       FROM agent_job_images WHERE job_id = $1) WHERE id = $1`,
    [json.id],
  );
  address = `${dashboard.url}/jobs/${service.projectId}/${json.id}`;
});
after(() => dashboard.stop());

const readWidth = (image: unknown): number => (image as { readonly naturalWidth: number }).naturalWidth;

test('the diff shows an added image, and opens it in a dialog', async () => {
  const { page, faults } = opened;
  await page.goto(`${address}?tab=diff`);
  const file = page.getByRole('region', { name: 'images/setup.png' });
  const image = file.getByRole('button', { name: 'Show images/setup.png' });
  await image.locator('img').waitFor();
  await until(
    () => image.locator('img').evaluate(readWidth),
    (width) => width === 60,
  );
  assert.deepEqual(await findBarriers(page), []);
  await image.click();
  await page.getByRole('dialog', { name: 'images/setup.png' }).waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual(faults, []);
});

test('the list of changed files marks an added image as an image', async () => {
  const { page } = opened;
  await page.goto(address);
  const files = page.getByRole('complementary').getByRole('listitem');
  await files.filter({ hasText: /images\/setup\.png\s*image$/ }).waitFor();
});
