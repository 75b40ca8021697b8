import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProjects } from './find-projects.ts';

test('a project is found by words of its name and its repository, ignoring case; an empty search finds all', () => {
  const projects = [
    { name: 'Payments API', repository: 'https://github.com/acme/payments' },
    { name: 'Handbook', repository: 'https://github.com/acme/handbook' },
  ];
  const found = (query: string) => findProjects(projects, query).map(({ name }) => name);
  assert.deepEqual(found('ACME pay'), ['Payments API']);
  assert.deepEqual(found('hand'), ['Handbook']);
  assert.deepEqual(found(' '), ['Payments API', 'Handbook']);
  assert.deepEqual(found('nothing'), []);
});
