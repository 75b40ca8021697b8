import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { operations, roles, scopes, type ErrorCode, type Operation } from '@docwright/contract';
import { isFullRun, isSelection, sampleRows } from '../../scripts/sample-rows.ts';
import { startTestService, type Answer, type TestService } from '../api/test-service.ts';
import { listCells, type Cell, type Stage } from './authority-cells.ts';
import { endless, holdingOfRole, judge, lacksScope, needs, type Holding, type Verdict } from './authority-model.ts';
import { makeKey, makeProject, makeTenant } from './authority-objects.ts';
import { invite, setUpOwner, type Browser } from './browser.ts';

/**
 * Compares the service with the model, over HTTP on a real database, for every combination of:
 * - the operations of the contract,
 * - the callers: keys with one scope, with the scopes of each role, with all scopes and with none, which are unbound,
 *   bound to one project or another, or have an expiry date, and people of each role, and
 * - the objects: the caller's own, another project's, one with more permissions, and another organization's.
 *
 * Each kind of caller tests each operation at least once for each verdict of the model, and a random sample of the
 * other cells. `npm run test:full -- authority-table` tests every cell in which the caller has the scopes: if a scope
 * is missing, the object makes no difference, because scopes are compared before an object is read.
 */
interface Caller extends Holding {
  readonly name: string;
  readonly id: string | null;
  ask(method: string, path: string, body: unknown): Promise<Answer>;
}

/** Errors that concern only the current state, so a caller who receives one was authorized. */
const ofTheMoment: readonly ErrorCode[] = [
  'agent_job_active',
  'agent_job_archived',
  'agent_job_not_active',
  'export_not_completed',
  'export_in_progress',
  'export_not_active',
  'deployment_not_active',
  'preview_failed',
  'draft_changed',
  'draft_file_changed',
  'draft_repository_unavailable',
  'comment_not_own',
  'comment_closed',
  'comment_text_not_found',
  'suggested_change_outdated',
  'invalid_code_host',
  'code_host_refused',
  'no_pull_request',
  'not_in_diff',
  'project_in_use',
  'project_has_models',
  'repository_taken',
  'repository_in_use',
  'code_host_without_hooks',
  'rate_limited',
  'webhook_disabled',
  'access_settings_invalid',
  // For callers that can create endpoints: the tested addresses are invalid, so that nothing is sent.
  'invalid_webhook_url',
];

/** Number of random pairs of caller and cell per test, in addition to the fixed ones. */
const sampledCells = isFullRun ? 300 : 100;

function readVerdict({ status, json }: Answer): Verdict | undefined {
  const code: ErrorCode | undefined = json?.code;
  if (status < 300 || (code !== undefined && ofTheMoment.includes(code))) return 'allowed';
  if (status === 401) return 'nobody';
  if (status === 403 && (code === 'insufficient_scope' || code === 'person_required')) return 'forbidden';
  return status === 404 || code === 'unknown_domain' ? 'missing' : undefined;
}

describe('permissions', () => {
  let service: TestService;
  let stage: Stage;
  let cells: readonly Cell[];
  const browsers = new Map<string, Browser>();
  let asked = 0;

  before(async () => {
    service = await startTestService();
    const owner = await setUpOwner(service);
    browsers.set('owner', owner);
    for (const role of roles.filter((name) => name !== 'owner')) {
      browsers.set(role, await invite(service, owner, { email: `${role}@example.com`, role }));
    }
    const [ours, theirs] = [await makeTenant(service, 'ours'), await makeTenant(service, 'theirs')];
    stage = {
      service,
      ours,
      theirs,
      here: await makeProject(service, ours, 'north'),
      there: await makeProject(service, ours, 'south'),
      foreign: await makeProject(service, theirs, 'foreign'),
    };
    cells = await listCells(stage);
  });
  after(() => service.stop());

  const openKey = async (name: string, holding: Holding): Promise<Caller> => {
    const { id, key } = await makeKey(service, service.organizationId, holding);
    const ask = (method: string, path: string, body: unknown) =>
      service.request(method, path, { key, ...(body !== undefined && { body }) });
    return { name, id, ...holding, ask };
  };

  /** Checks that the response in a cell matches the model and contains no data of other organizations. */
  async function check(caller: Caller, cell: Cell): Promise<string | undefined> {
    const { method }: Operation = operations[cell.operation];
    const answer = await caller.ask(method, cell.path, cell.body);
    asked += 1;
    if (answer.status < 300) await cell.restore?.();
    const [expected, found] = [judge(caller, cell), readVerdict(answer)];
    const where = `${caller.name}: ${cell.operation}, ${cell.about}`;
    if (found !== expected) return `${where}: ${expected}, but ${answer.status} ${answer.text.slice(0, 200)}`;
    const requestText = `${cell.path} ${JSON.stringify(cell.body)}`;
    const leak = listOfOthers(caller).find((id) => !requestText.includes(id) && answer.text.includes(id));
    return leak === undefined ? undefined : `${where}: the response contains ${leak}`;
  }

  const listOfOthers = ({ boundTo }: Holding): string[] => [
    ...idsOf(stage.foreign),
    stage.theirs.repository,
    ...[stage.here, stage.there].filter(({ projectId }) => boundTo !== null && projectId !== boundTo).flatMap(idsOf),
  ];
  const idsOf = (project: Stage['here']): string[] => Object.values(project);

  const outcomes = new Set<string>();
  /** Whether no earlier pair had the same outcome. */
  const isNew = (outcome: string): boolean => !outcomes.has(outcome) && outcomes.add(outcome) !== undefined;

  /** Whether a pair is always tested; `isSymmetric` if keys of the other project have tested the same. */
  function isAsked(name: string, caller: Caller, cell: Cell, isSymmetric: boolean): boolean {
    const verdict = `${cell.operation} ${judge(caller, cell)}`;
    const isFirst = isNew(verdict);
    if (!isFullRun) return isFirst;
    const isFirstOfKind = isNew(`${name} ${verdict}`);
    if (isSymmetric || !isSelection) return isFirstOfKind;
    return !lacksScope(caller, cell.operation) || isNew(`${name} ${caller.name} ${verdict}`);
  }

  async function checkAll(name: string, callers: readonly Caller[], isSymmetric = false): Promise<void> {
    const pairs = callers.flatMap((caller) =>
      cells.map((cell) => ({ caller, cell, isAlways: isAsked(name, caller, cell, isSymmetric) })),
    );
    const wrong: string[] = [];
    const sample = {
      name,
      most: sampledCells,
      always: ({ isAlways }: { isAlways: boolean }) => isAlways,
      isFull: false,
    };
    for (const { caller, cell } of sampleRows(pairs, sample)) {
      const fault = await check(caller, cell);
      if (fault !== undefined) wrong.push(fault);
    }
    assert.deepEqual(wrong, []);
  }

  const sets: readonly (readonly [string, Holding])[] = [
    ['no scope', endless()],
    ...scopes.map((scope) => [scope, endless(scope)] as const),
    ...roles.filter((role) => role !== 'owner').map((role) => [`scopes of ${role}`, holdingOfRole[role]] as const),
    ['keys and projects', endless('api-keys:write', 'projects:write')],
    ['members and what a viewer may', endless('members:write', ...holdingOfRole.viewer.scopes)],
  ];

  test('the model contains every operation of the contract, and the cells test each operation', () => {
    const ids = Object.keys(operations).sort();
    assert.deepEqual(Object.keys(needs).sort(), ids);
    assert.deepEqual([...new Set(cells.map(({ operation }) => operation))].sort(), ids);
    const taking = (id: string): boolean => cells.some(({ operation, isForeign }) => operation === id && isForeign);
    const withId = Object.entries(operations).filter(([, { path }]) => path.includes('{'));
    assert.deepEqual(
      withId.map(([id]) => id).filter((id) => !taking(id)),
      [],
    );
  });

  test('match the model for keys without a project or an expiry date', async () => {
    await checkAll('unbound', await Promise.all(sets.map(([name, holding]) => openKey(name, holding))));
  });

  for (const place of ['here', 'there'] as const) {
    test(`match the model for keys that are bound to a project: ${place}`, async () => {
      const { projectId: boundTo } = stage[place];
      const keys = await Promise.all(sets.map(([name, holding]) => openKey(name, { ...holding, boundTo })));
      await checkAll(place, keys, place === 'there');
    });
  }

  test('match the model for keys with an expiry date', async () => {
    const ending = sets.filter(([, held]) =>
      ['admin', 'api-keys:write', 'members:write'].some((scope) => held.scopes.includes(scope as never)),
    );
    await checkAll(
      'ending',
      await Promise.all(ending.map(([name, held]) => openKey(name, { ...held, endsInHours: 2 }))),
    );
  });

  test('match the model for people of each role', async () => {
    await checkAll(
      'people',
      roles.map((role) => ({
        name: `a person who is ${role}`,
        id: null,
        ...holdingOfRole[role],
        isPerson: true,
        ask: (method, path, body) => browsers.get(role)!.request(method, path, body),
      })),
    );
  });

  test('keys of every kind can roll and revoke themselves only with the required scope', async () => {
    const wrong: string[] = [];
    for (const [name, holding] of sampleRows(sets, { name: 'own keys', most: 5 })) {
      for (const boundTo of [null, stage.here.projectId]) {
        for (const endsInHours of [null, 2]) {
          const held = { ...holding, boundTo, endsInHours };
          const caller = await openKey(name, held);
          for (const [operation, verb] of [
            ['rollApiKey', 'roll'],
            ['revokeApiKey', 'revoke'],
          ] as const) {
            const path = `/v1/api-keys/${caller.id}/${verb}`;
            const own = { operation, about: 'itself', path, isForeign: false, project: null, widens: false };
            const body = verb === 'roll' ? { overlapSeconds: 600 } : undefined;
            const fault = await check(caller, { ...own, touches: [held], body });
            if (fault !== undefined) wrong.push(fault);
          }
        }
      }
    }
    assert.deepEqual(wrong, []);
  });

  test('are tested in more than 800 cells, or more than 2,500 in a full run', () =>
    assert.ok(asked > (isFullRun ? 2_500 : 800), String(asked)));
});
