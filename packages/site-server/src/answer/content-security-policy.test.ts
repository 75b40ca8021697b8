import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { noSources, readPageSources, resolveFeatures } from '@docwright/bundle';
import { contentSecurityPolicy } from './content-security-policy.ts';

function policy(html: string, isAirGapped = false, allowedSources: readonly string[] = []): Map<string, string> {
  const features = resolveFeatures(isAirGapped ? 'air-gapped' : 'client-hosted', {});
  const text = contentSecurityPolicy(readPageSources(html), { features, isAirGapped, allowedSources });
  return new Map(
    text
      .split('; ')
      .map((directive) => [directive.slice(0, directive.indexOf(' ')), directive.slice(directive.indexOf(' ') + 1)]),
  );
}

test('a script hash equals the one that browsers compute', () => {
  // The example of the CSP specification's section on hashes: alert('Hello, world.');
  const csp = policy("<script>alert('Hello, world.');</script>");
  assert.equal(csp.get('script-src'), "'self' 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
});

test('data in script elements isn’t a script', () => {
  assert.equal(
    policy('<script type="application/json">{}</script><script type="text/template">x</script>').get('script-src'),
    "'self'",
  );
});

test('a > or quotes inside an attribute don’t end the tag', () => {
  const csp = policy(
    `<script data-x="a>b" data-y='">' src="https://one.example/x.js"></script><iframe title='>' src=https://two.example/y></iframe>`,
  );
  assert.equal(csp.get('script-src'), "'self' https://one.example");
  assert.equal(csp.get('frame-src'), "'self' https://two.example");
});

test('no part of a page can add a directive or a keyword to its policy', () => {
  const csp = policy(
    `<script src="https://a.example/;script-src 'unsafe-inline'"></script><iframe src="https://b.example; object-src *"></iframe><img src="https:// *">`,
  );
  assert.equal(csp.get('script-src'), "'self' https://a.example");
  assert.equal(csp.get('frame-src'), "'self'");
  assert.equal(csp.get('object-src'), "'none'");
});

test('an air-gapped site requests scripts and data from no other host, and images only from hosts that its authors’ pages name', () => {
  const html = '<script src="https://stats.example/x.js"></script><img src="https://pictures.example/1.png">';
  const csp = policy(html, true);
  assert.equal(csp.get('script-src'), "'self'");
  assert.equal(csp.get('connect-src'), "'self'");
  assert.equal(csp.get('img-src'), "'self' data: blob: https://pictures.example");
});

test('switches of services that don’t exist yet allow no other host', () => {
  const asked = { playground: false, analytics: false, search: true, assistant: true };
  const features = resolveFeatures('cloud', asked);
  const text = contentSecurityPolicy(noSources, { features, isAirGapped: false, allowedSources: [] });
  assert.match(text, /connect-src 'self'(;|$)/);
});

test('an operator can allow more hosts', () => {
  assert.equal(policy('', true, ['https://api.example']).get('connect-src'), "'self' https://api.example");
});

test('comments and other texts don’t hide scripts after them', () => {
  const csp = policy(
    `<!-- it's <img src="x> --><title>a <b c='</title><style>a::before { content: "<x y='" }</style><script>1</script>`,
  );
  const hash = createHash('sha256').update('1').digest('base64');
  assert.equal(csp.get('script-src'), `'self' 'sha256-${hash}'`);
});

test('a page that is designed to be slow to parse is parsed in time', () => {
  const started = process.cpuUsage();
  for (const text of ['<script ', '<img srcset="', '<script>', '<a b=', '<!--', '<', '<img a', "<img '"])
    policy(text.repeat(50_000));
  const { user } = process.cpuUsage(started);
  assert.ok(user < 5_000_000, `${user / 1000} ms`);
});

test('origins that a site allows are allowed for scripts, styles, fonts, frames and data, but not in an air-gapped site', () => {
  const html = '<meta name="docwright:sources" content="https://widget.example https://*.chat.example javascript:x">';
  const csp = policy(html);
  for (const name of ['script-src', 'font-src', 'frame-src'])
    assert.match(csp.get(name) ?? '', /https:\/\/widget\.example https:\/\/\*\.chat\.example$/);
  assert.match(csp.get('style-src') ?? '', /https:\/\/widget\.example/);
  assert.match(csp.get('connect-src') ?? '', /https:\/\/widget\.example .*wss:\/\/widget\.example/);
  assert.equal(csp.get('script-src'), "'self' https://widget.example https://*.chat.example");
  assert.equal(policy(html, true).get('script-src'), "'self'");
});
