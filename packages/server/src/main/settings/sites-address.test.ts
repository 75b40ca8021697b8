import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Settings } from './settings.ts';
import { isSameSite, toSitesAddress } from './sites-address.ts';

const settings = (changes: Partial<Settings> = {}) => ({
  sitesDomain: 'localhost',
  sitesPort: 4401,
  sitesUrlPort: undefined,
  sitesShareDomain: false,
  ...changes,
});

test('sites and dashboard are same-site only if they share a registrable domain', () => {
  for (const [dashboard, sites] of [
    ['docs-admin.example.com', 'sites.example.com'],
    ['example.com', 'sites.example.com'],
    ['admin.sites.example.com', 'sites.example.com'],
    ['a.example.co.uk', 'b.example.co.uk'],
    ['intranet', 'sites.intranet'],
    ['docwright', 'docwright'],
  ] as const)
    assert.equal(isSameSite(dashboard, sites), true, `${dashboard} ${sites}`);
  for (const [dashboard, sites] of [
    ['admin.example.com', 'example-sites.com'],
    ['a.co.uk', 'b.co.uk'],
    ['me.github.io', 'you.github.io'],
    ['localhost', 'localhost'],
    ['10.0.0.7', 'sites.example.com'],
    ['admin.example.com', 'evilexample.com'],
  ] as const)
    assert.equal(isSameSite(dashboard, sites), false, `${dashboard} ${sites}`);
});

test('an address at which authors’ pages would be same-site with the dashboard is refused, unless a setting allows it', () => {
  const shared = settings({ sitesDomain: 'sites.example.com' });
  assert.throws(() => toSitesAddress(shared, 'https://admin.example.com'), /separately registered/);
  const reported = { ...shared, sitesShareDomain: true };
  assert.equal(toSitesAddress(reported, 'https://admin.example.com').domain, 'sites.example.com');
});

test('sites use http at their own port on this machine; otherwise https, at the default or the configured port', () => {
  const here = toSitesAddress(settings(), 'http://localhost:4400');
  assert.deepEqual(here, { domain: 'localhost', scheme: 'http', port: 4401 });
  const away = toSitesAddress(settings({ sitesDomain: 'sites.example' }), 'https://admin.other.example.org');
  assert.deepEqual(away, { domain: 'sites.example', scheme: 'https', port: undefined });
  const proxied = toSitesAddress(settings({ sitesDomain: 'a.test', sitesUrlPort: 8443 }), 'https://b.example.org');
  assert.equal(proxied.port, 8443);
});
