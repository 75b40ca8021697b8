import type { Deployment } from '@docwright/sdk';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  findFilesBetween,
  findRunningStep,
  newestOfBranches,
  toSiteState,
  toTitle,
  toWorkMs,
} from './describe-deployment.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

interface DeploymentFacts {
  readonly branch?: string;
  readonly createdAt?: string;
  readonly activatedAt?: string | null;
  readonly modified?: string[];
  readonly waiting?: number;
  readonly environment?: 'production' | 'preview';
  readonly sha?: string;
}

function deployment(id: string, facts: DeploymentFacts = {}): Deployment {
  const { branch = 'main', createdAt = at(0), activatedAt = null, modified = [], waiting = 0 } = facts;
  const { environment = 'production', sha = id } = facts;
  return {
    _id: id,
    deploymentId: id,
    projectId: 'proj_a',
    environment,
    branch,
    status: 'success',
    active: false,
    summary: null,
    errorCode: null,
    logs: [],
    url: 'http://docs.localhost',
    subdomain: 'docs',
    screenshot: null,
    screenshotLight: null,
    screenshotDark: null,
    author: null,
    commit: {
      sha,
      ref: branch,
      message: 'Fix a link',
      filesChanged: { added: [], modified, removed: [] },
    },
    source: 'push',
    pageCount: 3,
    issueCount: 0,
    issues: [],
    durations: { waiting, fetching: 200, building: 800, activating: null },
    createdAt,
    endedAt: activatedAt,
    activatedAt,
  };
}

test('a deployment is named after its commit’s message, or after its environment until the commit is known', () => {
  assert.equal(toTitle(deployment('dep_a')), 'Fix a link');
  assert.equal(toTitle({ ...deployment('dep_a'), commit: null, environment: 'preview' }), 'Preview deployment');
});

test('the duration excludes waiting time, and is undefined if no step has run', () => {
  assert.equal(toWorkMs(deployment('dep_a', { waiting: 90_000 })), 1000);
  assert.equal(toWorkMs({ durations: { waiting: 5, fetching: null, building: null, activating: null } }), undefined);
});

test('a takedown takes precedence over an unpublished site, which takes precedence over a deployment', () => {
  const settings = {
    previews: true,
    requireNoErrors: false,
    published: true,
    previewAccess: null,
    basePath: '',
    requireForkApproval: true,
  };
  const unpublished = { ...settings, published: false };
  const takedown = { status: 451 as const, reason: 'A court said so.' };
  assert.equal(toSiteState({ live: false, takedown, settings: unpublished }), 'taken_down');
  assert.equal(toSiteState({ live: false, takedown: null, settings: unpublished }), 'unpublished');
  assert.equal(toSiteState({ live: false, takedown: null, settings }), 'not_deployed');
  assert.equal(toSiteState({ live: true, takedown: null, settings }), 'live');
});

test('a preview’s state is that of its branch’s newest deployment', () => {
  const newest = newestOfBranches([
    deployment('dep_c', { branch: 'one' }),
    deployment('dep_b', { branch: 'two' }),
    deployment('dep_a', { branch: 'one' }),
  ]);
  assert.deepEqual(
    [...newest].map(([branch, { deploymentId }]) => [branch, deploymentId]),
    [
      ['one', 'dep_c'],
      ['two', 'dep_b'],
    ],
  );
});

test('changed files are listed only if the compared deployment was live immediately before', () => {
  const first = deployment('dep_a', { activatedAt: at(10) });
  const second = deployment('dep_b', { createdAt: at(12), activatedAt: at(20), modified: ['b.mdx'] });
  const live = deployment('dep_c', { createdAt: at(22), activatedAt: at(30), modified: ['c.mdx', 'd.mdx'] });
  const ready = [live, second, first];
  assert.deepEqual(findFilesBetween(live, second, ready), ['c.mdx', 'd.mdx']);
  assert.equal(findFilesBetween(live, first, ready), undefined, 'another was live in between');
  assert.equal(findFilesBetween(live, deployment('dep_d'), ready), undefined, 'it was never live');
});

test('no files changed between two deployments of the same commit', () => {
  const live = deployment('dep_b', { activatedAt: at(30), sha: 'same', modified: ['b.mdx'] });
  assert.deepEqual(findFilesBetween(live, deployment('dep_a', { sha: 'same' }), [live]), []);
});

test('previews count as previously live only if they were promoted', () => {
  const before = deployment('dep_a', { activatedAt: at(10) });
  const live = deployment('dep_c', { createdAt: at(22), activatedAt: at(30), modified: ['c.mdx'] });
  const preview = deployment('dep_p', { environment: 'preview', activatedAt: at(15) });
  assert.deepEqual(findFilesBetween(live, before, [live, preview, before]), ['c.mdx']);
  const promoted = { ...preview, endedAt: at(11) };
  assert.equal(findFilesBetween(live, before, [live, promoted, before]), undefined);
});

test('a promoted live deployment doesn’t mention the deployment that it replaced', () => {
  const before = deployment('dep_b', { activatedAt: at(10) });
  const live = {
    ...deployment('dep_a', { createdAt: at(12), activatedAt: at(30), modified: ['a.mdx'] }),
    endedAt: at(15),
  };
  assert.equal(findFilesBetween(live, before, [live, before]), undefined);
});

test('files aren’t compared with a deployment that went live after the live deployment was fetched', () => {
  const late = deployment('dep_b', { activatedAt: at(25) });
  const live = deployment('dep_c', { createdAt: at(22), activatedAt: at(30), modified: ['c.mdx'] });
  assert.equal(findFilesBetween(live, late, [live, late]), undefined);
  const waited = { ...live, durations: { ...live.durations, waiting: 4000 } };
  assert.deepEqual(findFilesBetween(waited, late, [waited, late]), ['c.mdx']);
});

test('the current step is the first unfinished step, and begins when the previous step ended', () => {
  const durations = { waiting: 2000, fetching: 1000, building: null, activating: null };
  const running = { durations, createdAt: at(0), endedAt: null };
  assert.deepEqual(findRunningStep(running), { step: 'building', sinceMs: Date.parse(at(3)) });
  assert.equal(findRunningStep({ ...running, endedAt: at(9) }), undefined);
});
