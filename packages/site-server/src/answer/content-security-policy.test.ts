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

test('a script’s hash equals the hash in the CSP specification’s example', () => {
  // From the specification's section on hashes: alert('Hello, world.');
  const csp = policy("<script>alert('Hello, world.');</script>");
  assert.equal(csp.get('script-src'), "'self' 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
});

test('script elements that contain data or a template have no hash', () => {
  assert.equal(
    policy('<script type="application/json">{}</script><script type="text/template">x</script>').get('script-src'),
    "'self'",
  );
});

test('a > or a quotation mark in an attribute value doesn’t end the tag', () => {
  const csp = policy(
    `<script data-x="a>b" data-y='">' src="https://one.example/x.js"></script><iframe title='>' src=https://two.example/y></iframe>`,
  );
  assert.equal(csp.get('script-src'), "'self' https://one.example");
  assert.equal(csp.get('frame-src'), "'self' https://two.example");
});

test('addresses in a page can’t add a directive or a keyword to its policy', () => {
  const csp = policy(
    `<script src="https://a.example/;script-src 'unsafe-inline'"></script><iframe src="https://b.example; object-src *"></iframe><img src="https:// *">`,
  );
  assert.equal(csp.get('script-src'), "'self' https://a.example");
  assert.equal(csp.get('frame-src'), "'self'");
  assert.equal(csp.get('object-src'), "'none'");
});

test('an air-gapped site’s policy allows no scripts or data from other hosts, and images only from hosts that the page uses', () => {
  const html = '<script src="https://stats.example/x.js"></script><img src="https://pictures.example/1.png">';
  const csp = policy(html, true);
  assert.equal(csp.get('script-src'), "'self'");
  assert.equal(csp.get('connect-src'), "'self'");
  assert.equal(csp.get('img-src'), "'self' data: blob: https://pictures.example");
});

test('search and an assistant allow no data from other hosts', () => {
  const asked = { playground: false, analytics: false, search: true, assistant: true };
  const features = resolveFeatures('cloud', asked);
  const text = contentSecurityPolicy(noSources, { features, isAirGapped: false, allowedSources: [] });
  assert.match(text, /connect-src 'self'(;|$)/);
});

test('an operator can allow more hosts', () => {
  assert.equal(policy('', true, ['https://api.example']).get('connect-src'), "'self' https://api.example");
});

test('tags in comments, titles and styles don’t hide the scripts that follow', () => {
  const csp = policy(
    `<!-- it's <img src="x> --><title>a <b c='</title><style>a::before { content: "<x y='" }</style><script>1</script>`,
  );
  const hash = createHash('sha256').update('1').digest('base64');
  assert.equal(csp.get('script-src'), `'self' 'sha256-${hash}'`);
});

test('pages that are designed to be slow to parse are parsed within 5 s of CPU time', () => {
  const started = process.cpuUsage();
  for (const text of ['<script ', '<img srcset="', '<script>', '<a b=', '<!--', '<', '<img a', "<img '"])
    policy(text.repeat(50_000));
  const { user } = process.cpuUsage(started);
  assert.ok(user < 5_000_000, `${user / 1000} ms`);
});

test('origins that a site declares are allowed for scripts, styles, fonts, frames and data, except for scripts in an air-gapped site', () => {
  const html = '<meta name="docwright:sources" content="https://widget.example https://*.chat.example javascript:x">';
  const csp = policy(html);
  for (const name of ['script-src', 'font-src', 'frame-src'])
    assert.match(csp.get(name) ?? '', /https:\/\/widget\.example https:\/\/\*\.chat\.example$/);
  assert.match(csp.get('style-src') ?? '', /https:\/\/widget\.example/);
  assert.match(csp.get('connect-src') ?? '', /https:\/\/widget\.example .*wss:\/\/widget\.example/);
  assert.equal(csp.get('script-src'), "'self' https://widget.example https://*.chat.example");
  assert.equal(policy(html, true).get('script-src'), "'self'");
});
