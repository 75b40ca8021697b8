/** Tests the layout of pages in a browser: scroll positions of lists, line breaks, overlapping elements. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { themeNames } from '../site/config/site-config.ts';
import { browseTheme, type ThemeBrowser } from './testing/browser-fixture.ts';
import { createTheme } from './create-theme.ts';
import { fixtureConfig, fixturePage, fixtureSite, fixtureView } from './testing/theme-fixture.ts';

const files = new Map<string, string | Uint8Array>();
const identifiers = ['DOCWRIGHT_S3_SECRET_ACCESS_KEY', 'agentJobConcurrencyPerOrganization', 's3Bucket', '--log-level'];
let site: ThemeBrowser;

before(async () => {
  for (const name of themeNames) {
    const base = fixtureSite(fixtureConfig(name), {
      basePath: `/${name}`,
      href: (target) => `/${name}/${target}.html`,
    });
    const theme = createTheme(base);
    for (const file of theme.files()) files.set(`${name}/${file.path}`, file.bytes);
    files.set(`${name}/long.html`, theme.page(longPage(), longView()));
    files.set(`${name}/plain.html`, theme.page(fixturePage(), fixtureView()));
    files.set(`${name}/table.html`, theme.page(fixturePage({ content: tables() }), fixtureView()));
    files.set(`${name}/404.html`, theme.notFound(fixtureView()));
    files.set(`${name}/api.html`, theme.page(apiPage(), fixtureView()));
  }
  site = await browseTheme(files);
});

after(() => site?.close());

function longView(): ReturnType<typeof fixtureView> {
  const entries = Array.from({ length: 120 }, (_, index) => ({
    kind: 'page' as const,
    path: `many/page-${index}`,
    label: `Page ${index}`,
    deprecated: false,
  }));
  const [group] = fixtureView().sidebar;
  assert.ok(group?.kind === 'group');
  return fixtureView({ sidebar: [{ ...group, entries }], sidebarKey: 'many' });
}

function longPage(): ReturnType<typeof fixturePage> {
  const headings = Array.from({ length: 80 }, (_, index) => ({ id: `h${index}`, text: `Heading ${index}`, depth: 2 }));
  const content = headings
    .map(({ id, text }) => `<h2 id="${id}">${text}</h2><p>${'Some words to read. '.repeat(40)}</p>`)
    .join('');
  return fixturePage({ path: 'many/page-100', content, headings });
}

function tables(): string {
  const row = (name: string): string =>
    `<tr><td><code>${name}</code></td><td><code>${name}</code></td><td><code>${name}</code></td><td>${'Words that say what it means. '.repeat(6)}</td></tr>`;
  const head = '<thead><tr><th>Environment</th><th>File</th><th>Default</th><th>Meaning</th></tr></thead>';
  return `<div class="table-wrap" tabindex="0"><table>${head}<tbody>${identifiers.map(row).join('')}</tbody></table></div>`;
}

function apiPage(): ReturnType<typeof fixturePage> {
  const bar = '<div class="api-endpoint"><code class="api-path">/flags</code></div>';
  const sample = '<div class="code-block"><button class="code-copy"></button><pre><code>curl</code></pre></div>';
  return fixturePage({ content: `${bar}<h2 id="body">Body</h2>`, sidePanel: sample });
}

for (const name of themeNames) {
  test(`${name}: a sidebar with 120 entries shows the current entry, and the page stays scrolled to the top`, async () => {
    const page = await site.open(`/${name}/long.html`);
    const { top, bottom, height } = await page.evaluate<Readonly<Record<'top' | 'bottom' | 'height', number>>>(
      `(({ top, bottom }) => ({ top, bottom, height: innerHeight }))(
        document.querySelector('#sidebar-content [aria-current=page]').getBoundingClientRect())`,
    );
    assert.ok(top > 100 && bottom < height - 100, `the entry is at ${top} to ${bottom} of ${height}`);
    assert.equal(await page.evaluate('scrollY'), 0);
    await page.close();
  });

  test(`${name}: the bar is opaque, and a linked heading is fully visible below it`, async () => {
    for (const width of [1440, 390]) {
      const page = await site.open(`/${name}/long.html#h40`, { width });
      const ground = await page.evaluate<string>(
        `getComputedStyle(document.querySelector('.dw-navbar')).backgroundColor`,
      );
      const bar = await page.evaluate<number>(
        `Math.max(...[...document.querySelectorAll('.dw-navbar, .place-bar')].map((box) => box.getBoundingClientRect().bottom))`,
      );
      const heading = await page.evaluate<number>(`document.getElementById('h40').getBoundingClientRect().top`);
      assert.match(ground, /^(?:rgb\(|color\(srgb [\d. ]+\)$)/, 'opaque');
      assert.ok(heading >= bar && heading < bar + 120, `${width}: heading at ${heading}, bar to ${bar}`);
      await page.close();
    }
  });
}

test('the table of contents keeps the current section visible', async () => {
  const page = await site.open('/mint/long.html');
  await page.evaluate(`document.getElementById('h70').scrollIntoView()`);
  await page.waitForFunction(`(() => {
    const link = document.querySelector('#table-of-contents-content [aria-current]');
    const box = document.querySelector('.toc-sticky').getBoundingClientRect();
    const at = link?.getBoundingClientRect();
    return link?.textContent === 'Heading 70' && at.top > box.top + 100 && at.bottom < box.bottom - 100;
  })()`);
  await page.close();
});

for (const width of [1440, 390])
  test(`names in a table aren’t broken, and the table scrolls in its own box (${width} px)`, async () => {
    const page = await site.open('/mint/table.html', { width });
    const codes = await page.evaluate<readonly { readonly text: string; readonly lines: number }[]>(
      `[...document.querySelectorAll('td code')].map((code) => {
        const range = document.createRange();
        range.selectNodeContents(code);
        return { text: code.textContent, lines: range.getClientRects().length };
      })`,
    );
    assert.deepEqual(
      codes.filter(({ lines }) => lines !== 1),
      [],
    );
    assert.ok(codes.length >= identifiers.length);
    // A cell with sentences must have a readable width.
    const meaning = await page.locator('td:last-child').first().boundingBox();
    assert.ok((meaning?.width ?? 0) >= 100, `${meaning?.width} px`);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
    await page.close();
  });

test('the code font is fetched only on pages with code', async () => {
  // The computed style determines immediately which fonts are loaded, so there is no need to wait for requests.
  const isCodeFontLoaded = `document.body.offsetHeight;
    document.fonts.ready.then(() => [...document.fonts]
      .some(({ family, status }) => family.includes('Geist Mono') && status === 'loaded'))`;
  const isFetched = async (path: string): Promise<boolean> => {
    const page = await site.open(path, { width: 1440 });
    const fetched = await page.evaluate<boolean>(isCodeFontLoaded);
    await page.close();
    return fetched;
  };
  assert.equal(await isFetched('/mint/table.html'), true);
  assert.equal(await isFetched('/mint/plain.html'), false);
});

test('on phones, the method bar is above the samples; on wide screens, the samples begin higher than the bar', async () => {
  const places = async (width: number): Promise<{ bar: number; panel: number; body: number }> => {
    const page = await site.open('/mint/api.html', { width });
    const top = async (selector: string): Promise<number> => (await page.locator(selector).boundingBox())?.y ?? -1;
    const found = { bar: await top('.api-endpoint'), panel: await top('#panel'), body: await top('#body') };
    await page.close();
    return found;
  };
  const phone = await places(390);
  assert.ok(phone.bar < phone.panel && phone.panel < phone.body, JSON.stringify(phone));
  const wide = await places(1440);
  assert.ok(wide.panel < wide.bar && wide.bar < wide.body, JSON.stringify(wide));
});

test('on a phone, the copy button doesn’t cover any code', async () => {
  const page = await site.open('/mint/api.html', { width: 390 });
  const button = await page.locator('.code-copy').boundingBox();
  const code = await page.locator('.code-block pre').boundingBox();
  assert.ok(button && code && code.x + code.width <= button.x, JSON.stringify({ button, code }));
  await page.close();
});

test('a printed page shows its site and its address', async () => {
  const page = await site.open('/mint/plain.html');
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.isVisible('.dw-navbar .brand'));
  assert.ok(!(await page.isVisible('.search-open')));
  const address = await page.evaluate(`getComputedStyle(document.querySelector('.dw-header'), '::after').content`);
  assert.equal(address, JSON.stringify(`${site.origin}/mint/plain.html`));
  await page.close();
});

test('a missing page shows a message at the same address, with links to the home page and the search', async () => {
  const page = await site.open('/mint/404.html', { width: 390 });
  assert.equal(await page.textContent('h1'), 'Page not found');
  assert.equal(await page.locator('meta[http-equiv=refresh]').count(), 0);
  assert.ok(await page.isVisible('.not-found a.navbar-primary'));
  assert.ok(await page.isVisible('.not-found .search-prompt'));
  await page.close();
});
