import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Browser } from 'playwright-core';

import { defaultBuildSettings } from '../settings/build-settings.ts';
import { serveFixture } from '../testing/browser-fixture.ts';
import { launchBrowser } from '../testing/launch-browser.ts';

const png = new Uint8Array(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAoAAAAUCAAAAACRhfOKAAAADElEQVR4nGNgGL4AAADcAAHxxK7gAAAAAElFTkSuQmCC', 'base64'),
);
const spec = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://pets.example.com' }],
  paths: {
    '/pets/{id}': {
      get: {
        summary: 'Read a pet',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'ok', content: { 'application/json': { example: { name: 'Rex' } } } } },
      },
    },
  },
};
const formulas = String.raw`Euler: $e^{i\pi}+1=0$.

$$\text{for all \textbf{bold} \textit{it} \textsf{sf} \texttt{tt}}\ \mathscr{S}\mathbb{C}\boldsymbol{\beta}\mathit{it}\operatorname{op}
\hat{x}\vec{v}\overbrace{a+b}^{n}\sqrt[3]{\frac{x}{y}}\big(\Big(\bigg(\Bigg(\Bigg)\bigg)\Big)\big)\iint\oint\prod\neq\leqslant\ggg\ulcorner
\mathfrak{\mathbf{B}}\xrightarrow{abc}\begin{cases}1&x<0\\2&\text{else}\end{cases}\Gamma\varGamma\digamma\hbar\ell\wp$$

$$\sum_{k=0}^{n}\binom{n}{k}=2^n,\quad \int_0^\infty \frac{\mathbb{R}}{\mathcal{L}}\,\mathrm{d}x,\quad
\left(\begin{matrix}a&b\\c&d\end{matrix}\right)\left\{\frac{\frac{1}{2}}{\frac{\frac{1}{2}}{3}}\right\}\mathbf{v}\mathfrak{g}\mathsf{s}\mathtt{t}$$`;

const site = await serveFixture({
  'plain.mdx': 'Text with `code`.\n\n```js\nconst a = 1;\n```\n\n## More\n\nText.',
  'call.mdx': '---\nopenapi: GET /pets/{id}\n---\n',
  'formulas.mdx': `${formulas}\n\n## More`,
  'diagram.mdx': `${'Text.\n\n'.repeat(3)}\n\n\`\`\`mermaid\ngraph TD; A[One]-->B[Two]\n\`\`\`\n\nText after it.`,
  'pictures.mdx':
    'Before.\n\n![one](/p.png)\n\nBetween.\n\n<img src="/p.png" width="300" />\n\nAfter.\n\n![box](/box.svg)\n\nEnd.',
  'p.png': png,
  'box.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><path d="M0 0h30v10z"/></svg>',
  'openapi.json': JSON.stringify(spec),
});
let browser: Browser;

before(async () => {
  browser = await launchBrowser();
});

after(async () => {
  await browser?.close();
  site.close();
});

interface FirstLoad {
  /** Requests until the network is idle, including the document. */
  readonly requests: readonly string[];
  /** Compressed size, as sent. */
  readonly scriptBytes: number;
  readonly styleBytes: number;
  /** Cumulative layout shift. */
  readonly shift: number;
}

/** Opens a page for the first time, with an empty cache, in a desktop window. */
async function load(path: string): Promise<FirstLoad> {
  const page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
  try {
    await page.addInitScript(
      'window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value }).observe({ type: "layout-shift", buffered: true })',
    );
    const requests: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) requests.push(request.url().replace(site.origin, ''));
    });
    await page.goto(`${site.origin}/${path}`, { waitUntil: 'networkidle' });
    const bytesOf = (end: string): Promise<number> =>
      page.evaluate(
        `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('${end}')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
      );
    return {
      requests,
      scriptBytes: await bytesOf('.js'),
      styleBytes: await bytesOf('.css'),
      shift: await page.evaluate<number>('shift'),
    };
  } finally {
    await page.close();
  }
}

for (const [what, path] of [
  ['text', 'plain.html'],
  ['an API operation', 'call.html'],
  ['formulas', 'formulas.html'],
  ['pictures without a size', 'pictures.html'],
] as const) {
  test(`a page with ${what} takes at most 6 requests, 8 KB of scripts and 20 KB of styles, without layout shifts`, async () => {
    const { requests, scriptBytes, styleBytes, shift } = await load(path);
    const own = requests.filter((url) => !url.startsWith('/_docwright/assets/'));
    assert.ok(own.length <= 6, own.join('\n'));
    assert.ok(scriptBytes > 0 && scriptBytes <= 8 * 1024, `${scriptBytes} bytes of scripts`);
    assert.ok(styleBytes > 0 && styleBytes <= 20 * 1024, `${styleBytes} bytes of styles`);
    // A font embedded in the page is decoded shortly after the first layout.
    assert.ok(shift < 0.001, String(shift));
  });
}

test('formulas fetch no font: the glyphs they show are embedded in the page', async () => {
  const { requests } = await load('formulas.html');
  assert.deepEqual(
    requests.filter((url) => url.includes('KaTeX')),
    [],
  );
});

test('a page with a diagram takes at most 6 requests, two of them for the loader and the library', async () => {
  const { requests, styleBytes } = await load('diagram.html');
  assert.deepEqual(
    requests.filter((url) => url.includes('/mermaid/')).map((url) => url.replace(/.*\/([\w-]+)\.[\w.]+$/, '$1')),
    ['draw-diagrams', 'core'],
  );
  assert.ok(requests.length <= 6, requests.join('\n'));
  assert.ok(styleBytes <= 20 * 1024);
});

test('a site with analytics reports views, searches and opened results once each, and nothing for readers who object', async () => {
  const counting = await serveFixture(
    {
      'one.mdx': '```js\nconst\ta = 1;\nb();\n```\n\n[Away](https://away.invalid/x?secret=1) and [home](/two).',
      'two.mdx': 'All about *pelicans*.',
    },
    { countsReaders: true },
  );
  const visit = async (objects: boolean): Promise<readonly Record<string, string>[]> => {
    const page = await browser.newPage();
    const sent: Record<string, string>[] = [];
    page.on('request', (request) => {
      if (request.url() === `${counting.origin}/_docwright/events`)
        sent.push(...(JSON.parse(request.postData() ?? '') as { events: Record<string, string>[] }).events);
    });
    if (objects) await page.addInitScript(`Object.defineProperty(navigator, 'doNotTrack', { value: '1' })`);
    await page.route('https://away.invalid/**', (route) => route.abort());
    await page.goto(`${counting.origin}/one.html`, { referer: 'https://search.example/' });
    await page.click('.code-copy');
    await page.evaluate(`document.querySelector('a[href^="https://away"]').click()`);
    if (objects) return sent;
    await page.goto(`${counting.origin}/404.html`);
    await page.keyboard.press('Control+k');
    await page.fill('.search-dialog input', 'xyzzy');
    await page.getByText('xyzzy').waitFor();
    await page.evaluate(`dispatchEvent(new Event('pagehide'))`);
    await page.fill('.search-dialog input', 'pelicans');
    await page.click('.search-dialog a.search-result');
    await page.waitForURL(`${counting.origin}/two.html`);
    // The page's own view is reported last.
    while (sent.at(-1)?.['path'] !== '/two.html') await page.waitForEvent('request');
    await page.close();
    return sent;
  };
  try {
    const events = await visit(false);
    const reported = events.map(({ kind, path, query = '', results = '', target = '', referrer = '' }) =>
      [kind, path, query, results, target, referrer.replace(counting.origin, '')].join(' ').trim(),
    );
    assert.deepEqual(reported, [
      'view /one.html    https://search.example/',
      'code_copy /one.html',
      'outlink /one.html   https://away.invalid/x',
      'not_found /404.html',
      'search /404.html xyzzy 0',
      'search /404.html pelicans 1',
      'search_click /404.html pelicans  /two.html',
      'view /two.html    /404.html',
    ]);
    const { language, line } = events[1] ?? {};
    assert.deepEqual([language, line], ['js', 'const a = 1;']);
    const ids = events.map(({ id = '' }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) {
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.ok(Math.abs(Number.parseInt(id.replace('-', '').slice(0, 12), 16) - Date.now()) < 600_000, id);
    }
    assert.deepEqual(await visit(true), []);
  } finally {
    counting.close();
  }
});

test('a code block on a page with feedback has a form that is usable by keyboard alone and sends its text once', async () => {
  const asking = await serveFixture(
    { 'one.mdx': '```js\nconst a = 1;\n```\n\n```bash Install it\n\n\tnpm\tci\nnpm test\n```' },
    { features: { ...defaultBuildSettings.features, feedback: true } },
  );
  const page = await browser.newPage();
  const sent: unknown[] = [];
  let isAway = true;
  await page.route(`${asking.origin}/_docwright/feedback`, (route) => {
    sent.push(JSON.parse(route.request().postData() ?? ''));
    return route.fulfill({ status: isAway ? 503 : 204 });
  });
  const asks = page.getByRole('button', { name: 'Something wrong with this code?' });
  const words = page.getByRole('textbox', { name: 'Something wrong with this code?' });
  try {
    await page.goto(`${asking.origin}/one.html`);
    assert.equal(await asks.count(), 2);
    // Tab moves from the copy button to the next button; Escape returns to the copy button.
    await page.locator('.code-copy').nth(1).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await asks.nth(1).getAttribute('aria-expanded'), 'true');
    await page.keyboard.type('Which shell?');
    await page.keyboard.press('Escape');
    assert.equal(await words.count(), 0);
    await page.keyboard.press('Enter');
    await page.keyboard.type('It fails.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('This could not be sent.').waitFor();
    isAway = false;
    await page.keyboard.press('Enter');
    await page.locator('.code-feedback').getByText('Thank you.').waitFor();
    const block = { index: 1, language: 'bash', line: 'npm ci', title: 'Install it' };
    const reported = { path: '/one.html', comment: 'It fails.', block };
    assert.deepEqual(sent, [reported, reported]);
    assert.equal(await asks.count(), 1);
    assert.equal(await words.count(), 0);
  } finally {
    await page.close();
    asking.close();
  }
});

test('a code block in a live component also has a form, even if the component writes the block later', async () => {
  const component = `export const Live = () => {
  const [count, setCount] = React.useState(0);
  return <div>
    <button onClick={() => setCount(count + 1)}>More</button>
    {count > 0 && <CodeBlock language="sh" title="Later" code={'echo ' + count} />}
    <CodeBlock language="js" code={'const n = ' + count + ';'} />
  </div>;
};`;
  const asking = await serveFixture(
    {
      'one.mdx': "import { Live } from '/snippets/live.jsx';\n\n```js\nconst a = 1;\n```\n\n<Live />",
      'snippets/live.jsx': component,
    },
    { features: { ...defaultBuildSettings.features, feedback: true } },
  );
  const page = await browser.newPage();
  const sent: unknown[] = [];
  await page.route(`${asking.origin}/_docwright/feedback`, (route) => {
    sent.push(JSON.parse(route.request().postData() ?? ''));
    return route.fulfill({ status: 204 });
  });
  const asks = page.locator('.code-block').getByRole('button', { name: 'Something wrong with this code?' });
  try {
    await page.goto(`${asking.origin}/one.html`);
    // The component's own elements replace the static ones once its module is loaded.
    await page.locator('dw-island > div[style*="contents"] .code-ask').waitFor();
    assert.equal(await asks.count(), 2);
    await page.getByRole('button', { name: 'More' }).click();
    const later = page.locator('.code-block').filter({ hasText: 'echo 1' });
    await later.getByRole('button', { name: 'Something wrong with this code?' }).click();
    await page.keyboard.type('No such shell.');
    await page.getByRole('button', { name: 'More' }).click();
    // The reader's input stays while the component continues.
    await page.locator('.code-block').filter({ hasText: 'echo 2' }).getByRole('button', { name: 'Send' }).click();
    await page.locator('.code-feedback').getByText('Thank you.').waitFor();
    const block = { index: 1, language: 'sh', line: 'echo 2', title: 'Later' };
    assert.deepEqual(sent, [{ path: '/one.html', comment: 'No such shell.', block }]);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByText('const n = 3;').waitFor();
    assert.equal(await asks.count(), 2, 'the form that was sent is removed');
  } finally {
    await page.close();
    asking.close();
  }
});

test('a page with a feedback form sends a rating once, with its comment or when the page is left', async () => {
  const asking = await serveFixture(
    { 'one.mdx': 'Text.', 'two.mdx': 'Text.' },
    { features: { ...defaultBuildSettings.features, feedback: true } },
  );
  const page = await browser.newPage();
  const sent: unknown[] = [];
  let isAway = true;
  await page.route(`${asking.origin}/_docwright/feedback`, (route) => {
    sent.push(JSON.parse(route.request().postData() ?? ''));
    return route.fulfill({ status: isAway ? 503 : 204 });
  });
  try {
    await page.goto(`${asking.origin}/one.html`);
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await page.getByLabel('What should be better?').fill('Which key?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('This could not be sent.').waitFor();
    isAway = false;
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Thank you.').waitFor();
    const words = { path: '/one.html', helpful: false, comment: 'Which key?', contact: '' };
    assert.deepEqual(sent.splice(0), [words, words]);
    await page.goto(`${asking.origin}/two.html`);
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    const beacon = page.waitForRequest(`${asking.origin}/_docwright/feedback`);
    // Requests that a browser sends while leaving a page aren't exposed here.
    await page.evaluate(`for (let times = 0; times < 2; times += 1) dispatchEvent(new Event('pagehide'))`);
    assert.deepEqual((await beacon).postDataJSON(), { path: '/two.html', helpful: true });
    await page.getByText('Thank you.').waitFor();
    assert.equal(sent.length, 1);
  } finally {
    await page.close();
    asking.close();
  }
});
