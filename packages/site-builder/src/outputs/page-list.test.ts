import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageListFile, type DescribedPage } from './page-list.ts';

const view = { breadcrumbs: ['Guides'], commonDivisions: [], language: 'en' };
const page: DescribedPage = { path: 'a', title: 'A', description: '', view, tag: '', reference: undefined };
const option = (label: string, current: boolean) => ({ label, target: 'a', current, hidden: false });

function entries(...pages: DescribedPage[]): unknown {
  return JSON.parse(String(pageListFile('Site', pages).bytes)).pages;
}

test('a page is listed with its known fields, and without empty keys', () => {
  const versions = { kind: 'version' as const, options: [option('v1', false), option('v2', true)] };
  assert.deepEqual(entries(page, { ...page, view: { ...view, commonDivisions: [versions] }, tag: 'Beta' }), [
    { path: 'a', title: 'A', breadcrumbs: ['Guides'], language: 'en' },
    { path: 'a', title: 'A', breadcrumbs: ['Guides'], version: 'v2', language: 'en', tag: 'Beta' },
  ]);
});

test('the entry of an endpoint without a specification has its method and path', () => {
  const reference = { kind: 'manual' as const, method: 'post', url: 'https://api.example.com/v1/keys' };
  assert.deepEqual(entries({ ...page, reference }), [
    { path: 'a', title: 'A', breadcrumbs: ['Guides'], language: 'en', operation: { method: 'POST', path: '/v1/keys' } },
  ]);
});
