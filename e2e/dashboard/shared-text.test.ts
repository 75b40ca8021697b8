/** Two people edit one page at the same time, one of them in visual mode. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../api/test-service.ts';
import { findBarriers } from './find-barriers.ts';
import { openAtLiveSite, openMember, startDashboard, type OpenPage, type TestDashboard } from './open-dashboard.ts';

let dashboard: TestDashboard;
let ada: OpenPage;
let bob: OpenPage;

before(async () => {
  dashboard = await startDashboard({ deploymentConcurrency: '1' });
  ada = await openAtLiveSite(dashboard);
  bob = await openMember(dashboard, { name: 'Bob', email: 'bob@example.com', role: 'editor' });
});
after(() => dashboard.stop());

const filePath = (path: string): string =>
  `/v1/projects/${dashboard.service.projectId}/drafts/main/files/${encodeURIComponent(path)}`;
const readText = async (path: string): Promise<string> =>
  (await dashboard.service.request('GET', filePath(path))).json.content;
const write = async (path: string, content: string, version: string | null = null): Promise<void> => {
  const { status, text } = await dashboard.service.request('PUT', filePath(path), { body: { content, version } });
  assert.equal(status, 200, text);
};
const textOf = (page: Page, path: string) => page.getByRole('textbox', { name: `Text of ${path}` });
const open = (page: Page, path: string, view = 'source') =>
  page.goto(`${dashboard.url}/projects/${dashboard.service.projectId}/editor/main/${path}?view=${view}`);
const people = (page: Page) => page.getByRole('list', { name: 'Others in this draft' });
const shows = (page: Page, path: string, text: string) => textOf(page, path).getByText(text).first().waitFor();

const path = 'together.mdx';
const head = '---\ntitle: "Together"\n---\n\n';

test('two people type on one page, see each other, and lose no letters', async () => {
  await write(path, `${head}First line\n\nLast line\n`);
  await open(ada.page, path);
  await open(bob.page, path, 'visual');
  await people(ada.page)
    .getByRole('link', { name: `bob@example.com has ${path} open` })
    .waitFor();
  await people(bob.page)
    .getByRole('link', { name: `ada@example.com has ${path} open` })
    .waitFor();
  await textOf(ada.page, path).getByText('First line').click();
  await ada.page.keyboard.press('End');
  await textOf(bob.page, path).getByText('Last line').click();
  await bob.page.keyboard.press('End');
  await Promise.all([
    ada.page.keyboard.type(' by Ada, who types slowly', { delay: 20 }),
    bob.page.keyboard.type(' by Bob, who types slowly', { delay: 20 }),
  ]);
  const both = `${head}First line by Ada, who types slowly\n\nLast line by Bob, who types slowly\n`;
  await until(
    () => readText(path),
    (text) => text === both,
  );
  await shows(ada.page, path, 'Last line by Bob, who types slowly');
  await shows(bob.page, path, 'First line by Ada, who types slowly');
  const names = textOf(ada.page, path).locator('.cm-personName');
  await names.filter({ hasText: 'bob@example.com' }).waitFor({ state: 'attached' });
  assert.equal(await names.filter({ hasText: 'ada@example.com' }).count(), 0);
  assert.deepEqual(await findBarriers(ada.page), []);
  assert.deepEqual([...ada.faults, ...bob.faults], []);
});

test('undo reverts only the user’s own changes', async () => {
  await textOf(ada.page, path).click();
  await ada.page.keyboard.press('Control+End');
  await ada.page.keyboard.type('mine');
  await shows(bob.page, path, 'mine');
  await bob.page.keyboard.type(' and his');
  await shows(ada.page, path, 'and his');
  await ada.page.keyboard.press('Control+z');
  await until(
    () => readText(path),
    (text) => text.includes('and his') && !text.includes('mine'),
  );
  assert.deepEqual([...ada.faults, ...bob.faults], []);
});

test('text typed offline appears after the connection is restored', async () => {
  await ada.context.setOffline(true);
  await textOf(ada.page, path).click();
  await ada.page.keyboard.press('Control+Home');
  await ada.page.keyboard.press('Control+End');
  await ada.page.keyboard.type('offline');
  await bob.page.keyboard.type(' online');
  await until(
    () => readText(path),
    (text) => text.includes('and his online'),
  );
  await ada.context.setOffline(false);
  await until(
    () => readText(path),
    (text) => text.includes('offline') && text.includes('and his online'),
  );
  await shows(ada.page, path, 'and his online');
  await shows(bob.page, path, 'offline');
});

test('text typed while the connection is being opened stays in place', async () => {
  const other = 'opening.mdx';
  await write(other, `${head}Text\n`);
  const page = await ada.context.newPage();
  const typed = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  await page.routeWebSocket(/shared-text/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      void typed.promise.then(() => {
        socket.send(message);
        opened.resolve();
      });
    });
  });
  await open(page, other);
  await textOf(page, other).press('Control+End');
  await page.keyboard.type('before 😀');
  typed.resolve();
  await opened.promise;
  await page.keyboard.type('😁 after');
  await until(
    () => readText(other),
    (text) => text === `${head}Text\nbefore 😀😁 after`,
  );
  await page.close();
});

test('if a proxy refuses WebSockets, the text is saved by requests', async () => {
  const other = 'alone.mdx';
  await write(other, `${head}Text\n`);
  const page = await ada.context.newPage();
  await page.routeWebSocket(/shared-text/, (socket) => socket.close({ code: 1011 }));
  await open(page, other);
  await textOf(page, other).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('typed');
  await until(
    () => readText(other),
    (text) => text === `${head}Text\ntyped`,
  );
  await page.close();
});

test('a request changes text that someone is editing', async () => {
  const file = (await dashboard.service.request('GET', filePath(path))).json;
  await write(path, file.content.replace('First line', 'Requested line'), file.version);
  await shows(ada.page, path, 'Requested line');
  await shows(bob.page, path, 'Requested line');
});
