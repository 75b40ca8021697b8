import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameTarget, toTargetLink } from './target-link.ts';

const projects = new Set(['proj_1']);
const event = (action: string, kind: string, id: string, projectId?: string) => ({
  action,
  target: { kind, id, name: null },
  details: projectId === undefined ? {} : { projectId },
});

test('a target links to its page; targets within a project link to the project’s page', () => {
  assert.deepEqual(toTargetLink(event('project.updated', 'project', 'proj_1'), projects), {
    to: '/projects/$projectId',
    params: { projectId: 'proj_1' },
  });
  assert.deepEqual(toTargetLink(event('agent_job.created', 'agent_job', 'aj_1', 'proj_1'), projects), {
    to: '/jobs/$projectId/$jobId',
    params: { projectId: 'proj_1', jobId: 'aj_1' },
  });
});

test('an event about a preview or its password links to the project’s previews', () => {
  const previews = {
    to: '/projects/$projectId/deployments',
    params: { projectId: 'proj_1' },
    search: { environment: 'preview' },
  };
  for (const action of ['preview.link_created', 'preview.deleted'])
    assert.deepEqual(toTargetLink(event(action, 'preview', 'env_1', 'proj_1'), projects), previews, action);
  for (const action of ['preview_password.created', 'preview_password.deleted'])
    assert.deepEqual(toTargetLink(event(action, 'project', 'proj_1'), projects), previews, action);
  assert.equal(toTargetLink(event('preview.deleted', 'preview', 'env_1', 'proj_gone'), projects), undefined);
});

test('an object that no longer exists has no link', () => {
  assert.equal(toTargetLink(event('project.deleted', 'project', 'proj_1'), projects), undefined);
  assert.equal(toTargetLink(event('project.updated', 'project', 'proj_gone'), projects), undefined);
  assert.equal(toTargetLink(event('agent_job.created', 'agent_job', 'aj_1', 'proj_gone'), projects), undefined);
});

test('an ID with a known name is shown by its name', () => {
  const names = new Map([['proj_1', 'Docs']]);
  assert.equal(nameTarget(event('budget.set', 'budget', 'proj_1'), names), 'Docs');
  assert.equal(nameTarget(event('budget.set', 'budget', 'proj_2'), names), 'proj_2');
});
