import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFindings } from './find-new-findings.ts';
import { findLookAlike } from './find-look-alike.ts';

const valuesOf = (text: string): string[] => listFindings('a.mdx', text).map(({ kind, value }) => `${kind} ${value}`);

test('an address is recognized in the form that the browser requests, even if it is disguised', () => {
  for (const text of [
    '[x](http:\\\\evil.io)',
    '<a href="&#104;ttps:&#47;/evil.io">',
    'https://evil。io/',
    'https://user@evil.io:8443/x',
    '<A href="//EVIL.io">',
    '`curl evil.io/x`',
    '[x](https://app.acme.dev/?to=https%3A%2F%2Fevil.io)',
  ])
    assert.ok(valuesOf(text).includes('host evil.io'), text);
});

test('reserved addresses, code comments and table cells are not findings', () => {
  assert.deepEqual(
    valuesOf(
      '```js\n// see foo.bar\n//nolint:foo.bar\nfetch("http://localhost:3000");\n```\n\nhttps://api.example.com http://127.0.0.1:80\n\n| Tool | bash | python |\n',
    ),
    [],
  );
});

test('a version, extras and a tag are not part of a package’s name', () => {
  assert.deepEqual(
    valuesOf(
      '```bash\nnpm i -D @acme/a@^1.2 b@latest\npip install -r r.txt "c[all]==1"\ndocker run -p 80:80 --rm acme/d:1.2 sh\nnpx -y e@1 --port 80\n```',
    ),
    ['package @acme/a', 'package b', 'package c', 'package acme/d', 'package e'],
  );
});

test('a name that can be mistaken for a known name is recognized', () => {
  const known = ['@lmnr-ai/lmnr', 'acme.dev', 'requests', 'github.com/acme'];
  assert.equal(findLookAlike('@lmnr-ai/1mnr', known), '@lmnr-ai/lmnr');
  assert.equal(findLookAlike('acme.dev.evil.io', known), 'acme.dev');
  assert.equal(findLookAlike('reqeusts', known), 'requests');
  assert.equal(findLookAlike('left-pad', known), undefined);
});

test('hostile lines of 50,000 characters are read in less than 3 s', () => {
  for (const unit of [
    'a',
    '//',
    'a.',
    '@',
    '`',
    '{',
    '|',
    'sudo -a ',
    'npm i a ',
    'curl a ',
    '+1 ',
    'A1',
    'exec(',
    '&#',
    'A=b ',
    '"a": "1.',
  ]) {
    const text = unit.repeat(Math.ceil(50_000 / unit.length));
    const startedAt = process.cpuUsage();
    valuesOf(text);
    valuesOf(`\`\`\`bash\n${text}\n\`\`\``);
    const { user, system } = process.cpuUsage(startedAt);
    assert.ok(user + system < 3_000_000, `${unit}: ${(user + system) / 1000} ms`);
  }
});
