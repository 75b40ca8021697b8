/**
 * Opens real pages in the editor, in source and in visual mode, types a character and undoes it: the draft must contain
 * the same bytes. The pages are a sample of DOCWRIGHT_CORPUS_PAGES pages (200 if it isn't set) from the docs
 * repositories in the folder DOCWRIGHT_CORPUS.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sampleRows } from '../../scripts/sample-rows.ts';
import { openAtLiveSite, startDashboard, type OpenPage, type TestDashboard } from './open-dashboard.ts';

const corpus = process.env['DOCWRIGHT_CORPUS'];
const most = Number(process.env['DOCWRIGHT_CORPUS_PAGES'] ?? 200);
/** The maximum length of a page in visual mode, which shows larger pages as text. */
const largestPage = 400_000;

const pages =
  corpus === undefined
    ? []
    : sampleRows(
        readdirSync(corpus, { recursive: true, encoding: 'utf8' })
          .filter((path) => /\.mdx?$/i.test(path) && !/(?:^|\/)(?:\.git|node_modules)\//.test(path))
          .sort(),
        { name: 'byte fidelity', most, isFull: false },
      );

describe(
  'a page that is opened, changed and restored by undo',
  { skip: corpus === undefined && 'DOCWRIGHT_CORPUS isn’t set' },
  () => {
    let dashboard: TestDashboard;
    let opened: OpenPage;
    before(async () => {
      dashboard = await startDashboard({ deploymentConcurrency: '1' });
      opened = await openAtLiveSite(dashboard);
    });
    after(() => dashboard?.stop());

    test(`keeps all bytes in source and visual mode (${pages.length} pages)`, async (t) => {
      const changed: string[] = [];
      let checked = 0;
      for (const [index, page] of pages.entries()) {
        const bytes = readFileSync(join(corpus ?? '', page));
        const content = bytes.toString('utf8');
        // Drafts contain text; other files aren't opened as text.
        if (!Buffer.from(content).equals(bytes) || content.includes('\0') || content.length > largestPage) continue;
        const path = `fidelity/${index}${extname(page).toLowerCase()}`;
        const result = await check(path, content);
        checked += 1;
        if (result !== undefined) changed.push(`${page}: ${result}`);
      }
      t.diagnostic(`${checked} pages`);
      assert.deepEqual(changed, []);
      assert.ok(checked > 0);
      assert.deepEqual(opened.faults, []);
    });

    /** Returns the step that changed the page. */
    async function check(path: string, content: string): Promise<string | undefined> {
      const { page } = opened;
      const file = `/v1/projects/${dashboard.service.projectId}/drafts/main/files/${encodeURIComponent(path)}`;
      const written = await dashboard.service.request('PUT', file, { body: { content, version: null } });
      if (written.status !== 200) return written.text;
      const isSame = async (): Promise<boolean> =>
        (await dashboard.service.request('GET', file)).json.content === content;
      const text = page.getByRole('textbox', { name: `Text of ${path}` });
      await page.goto(`${dashboard.url}/projects/${dashboard.service.projectId}/editor/main/${path}?view=source`);
      for (const mode of ['source', 'visual']) {
        if (mode === 'visual') await page.getByRole('button', { name: 'Visual', exact: true }).click();
        await page.locator(mode === 'visual' ? '.cm-editor.vm' : '.cm-editor:not(.vm)').waitFor();
        if (!(await isSame())) return `opened in ${mode} mode`;
        await text.press('Control+End');
        await page.keyboard.type('x');
        await page.keyboard.press('Control+z');
        await page.getByText('Saved', { exact: true }).waitFor();
        if (!(await isSame())) return `typed and undone in ${mode} mode`;
      }
      return undefined;
    }
  },
);
