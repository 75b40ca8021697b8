import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Browser } from 'playwright-core';

import { launchBrowser, serveFixture } from '../testing/browser-fixture.ts';

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
  /** Until the network is quiet, the document included. */
  readonly requests: readonly string[];
  /** Compressed, as they were sent. */
  readonly scriptBytes: number;
  readonly styleBytes: number;
  /** Cumulative layout shift. */
  readonly shift: number;
}

/** The clean first visit of a page in a desktop window. */
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
  test(`a page of ${what} takes at most 6 requests, 8 KB of scripts and 20 KB of styles, and nothing moves`, async () => {
    const { requests, scriptBytes, styleBytes, shift } = await load(path);
    const own = requests.filter((url) => !url.startsWith('/_docwright/assets/'));
    assert.ok(own.length <= 6, own.join('\n'));
    assert.ok(scriptBytes > 0 && scriptBytes <= 8 * 1024, `${scriptBytes} bytes of scripts`);
    assert.ok(styleBytes > 0 && styleBytes <= 20 * 1024, `${styleBytes} bytes of styles`);
    // A font that stands in the page itself is read a moment after the first line is set.
    assert.ok(shift < 0.001, String(shift));
  });
}

test('formulas of every font fetch none: what they show of each stands in the page', async () => {
  const { requests } = await load('formulas.html');
  assert.deepEqual(
    requests.filter((url) => url.includes('KaTeX')),
    [],
  );
});

test('a page with a diagram takes 4 requests and the script that looks for it; the library comes as one file', async () => {
  const { requests, styleBytes } = await load('diagram.html');
  assert.deepEqual(
    requests.filter((url) => url.includes('/mermaid/')).map((url) => url.replace(/.*\/([\w-]+)\.[\w.]+$/, '$1')),
    ['draw-diagrams', 'core'],
  );
  assert.ok(requests.length <= 6, requests.join('\n'));
  assert.ok(styleBytes <= 20 * 1024);
});
