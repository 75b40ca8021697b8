import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createEmulator } from 'emulate';
import { systemClock } from '../clock/index.ts';
import {
  allowsPush,
  anyChecks,
  findMergeRefusal,
  judgeChecks,
  knownProtection,
  matchesPattern,
} from './branch-protection.ts';
import { createBitbucket } from './bitbucket/create-bitbucket.ts';
import {
  workflowRun,
  type BranchProtection,
  type CodeHost,
  type CommitCheck,
  type RequiredChecks,
} from './code-host.ts';
import { isCodeHostError } from './errors.ts';
import { createGitea } from './gitea/create-gitea.ts';
import { createGitHub } from './github/create-github.ts';
import { createGitLab } from './gitlab/create-gitlab.ts';
import { assertAnswerDescribed, assertDescribed, type Description } from './testing/assert-described.ts';
import { bitbucketFacts } from './testing/facts/bitbucket.ts';
import { gitlabFacts } from './testing/facts/gitlab.ts';
import { answer, createRecordingClient } from './testing/recording-client.ts';

const readDescription = (host: string): Description =>
  JSON.parse(readFileSync(new URL(`testing/fixtures/${host}-openapi.json`, import.meta.url), 'utf8')) as Description;

const named = (...names: string[]): RequiredChecks => ({ names, others: 0 });

interface Subject {
  readonly connect: (http: ReturnType<typeof createRecordingClient>) => CodeHost;
  readonly apiUrl: string;
  readonly description: Description;
}

const webUrl = 'https://git.example.com';
const name = { owner: 'acme', name: 'docs' };
const subjects = {
  github: {
    connect: (http) =>
      createGitHub({
        http,
        clock: systemClock,
        webUrl: 'https://github.com',
        credential: { kind: 'token', token: 't' },
      }).connect(name),
    apiUrl: 'https://api.github.com',
    description: readDescription('github'),
  },
  gitlab: {
    connect: (http) => createGitLab({ http, webUrl, token: 't' }).connect('acme/docs'),
    apiUrl: `${webUrl}/api/v4`,
    description: gitlabFacts,
  },
  gitea: {
    connect: (http) => createGitea({ http, webUrl, token: 't' }).connect(name),
    apiUrl: `${webUrl}/api/v1`,
    description: readDescription('gitea'),
  },
  bitbucket: {
    connect: (http) =>
      createBitbucket({ http, webUrl: 'https://bitbucket.org', token: 't' }).connect({
        workspace: 'acme',
        name: 'docs',
      }),
    apiUrl: 'https://api.bitbucket.org/2.0',
    description: bitbucketFacts,
  },
} as const satisfies Readonly<Record<string, Subject>>;

/** Responses by the end of the request's path. A number is a refusal's status. */
type Answers = Readonly<Record<string, unknown>>;

async function ask(kind: keyof typeof subjects, answers: Answers, branch = 'main'): Promise<BranchProtection> {
  const { connect, apiUrl, description } = subjects[kind];
  const http = createRecordingClient();
  http.fault = async ({ url }) => {
    const { pathname } = new URL(url);
    const [, found] = Object.entries(answers).find(([end]) => pathname.endsWith(end)) ?? ['', 404];
    return typeof found === 'number' ? answer(found, {}) : answer(200, found);
  };
  try {
    return await connect(http).getBranchProtection(branch);
  } finally {
    for (const exchange of http.sent) {
      assertDescribed(description, exchange.request, apiUrl);
      // Only fields that are read are set.
      if (kind === 'gitlab' || kind === 'bitbucket') assertAnswerDescribed(description, exchange, apiUrl);
    }
  }
}

const isUnknown = (protection: BranchProtection): boolean => protection.kind === 'unknown';

describe('a branch’s protection on GitHub', () => {
  const rules = (...types: readonly string[]) => ({
    '/rules/branches/main': types.map((type) => ({ type })),
    '/branches/main': { protected: false },
  });

  test('is combined from rulesets and branch protection', async () => {
    const combined = await ask('github', {
      '/rules/branches/main': [
        { type: 'pull_request', parameters: { required_approving_review_count: 1 } },
        { type: 'non_fast_forward' },
      ],
      '/branches/main/protection': {
        required_pull_request_reviews: { required_approving_review_count: 2 },
        required_status_checks: { strict: true, contexts: ['ci'] },
      },
      '/branches/main': { protected: true, protection: { enabled: true } },
    });
    assert.deepEqual(
      combined,
      knownProtection({ requiresPullRequest: true, requiredApprovals: 2, requiredChecks: named('ci') }),
    );
  });

  test('is unknown if the credential can’t read it, or if a rule is not recognized', async () => {
    const isProtected = { '/branches/main': { protected: true, protection: { enabled: true } } };
    for (const status of [403, 404])
      assert.ok(
        isUnknown(
          await ask('github', { '/rules/branches/main': [], '/branches/main/protection': status, ...isProtected }),
        ),
      );
    assert.ok(isUnknown(await ask('github', { '/rules/branches/main': 403, '/branches/main': { protected: false } })));
    assert.ok(isUnknown(await ask('github', rules('rule_of_next_year'))));
    assert.ok(isUnknown(await ask('github', rules(...Array.from({ length: 100 }, () => 'creation')))));
    assert.ok(isUnknown(await ask('github', { '/rules/branches/main': {}, '/branches/main': { protected: false } })));
    assert.ok(isUnknown(await ask('github', { '/rules/branches/main': [], '/branches/main': {} })));
  });

  for (const [type, expected] of [
    ['creation', knownProtection()],
    ['update', knownProtection({ mayPush: false, mayMerge: false })],
    ['merge_queue', knownProtection({ requiresPullRequest: true, mayMerge: false })],
    // Without parameters, the workflows and tools are unknown.
    ['workflows', knownProtection({ requiresPullRequest: true, mayMerge: false })],
    ['code_scanning', knownProtection({ requiresPullRequest: true, mayMerge: false })],
    ['code_quality', knownProtection({ requiresPullRequest: true, mayMerge: false })],
    ['license_compliance_scanning', knownProtection({ requiresPullRequest: true, mayMerge: false })],
    ['required_deployments', knownProtection({ requiresPullRequest: true, mayMerge: false })],
    ['required_signatures', knownProtection({ mayPush: false })],
    ['pull_request', knownProtection({ requiresPullRequest: true, requiredApprovals: 1 })],
  ] as const) {
    test(`reflects the rule ${type}`, async () => {
      assert.deepEqual(await ask('github', rules(type)), expected);
    });
  }

  test('includes the checks of workflows and tools that rules require', async () => {
    const paths = ['.github/workflows/ci.yml', '.github/workflows/ci.yml', '.github/workflows/b*.yml'];
    const workflows = paths.map((path, at) => ({ path, repository_id: at, ref: 'refs/heads/main' }));
    const tools = [{ tool: 'CodeQL', alerts_threshold: 'errors', security_alerts_threshold: 'high_or_higher' }];
    const found = await ask('github', {
      '/rules/branches/main': [
        { type: 'workflows', parameters: { workflows } },
        { type: 'code_scanning', parameters: { code_scanning_tools: tools } },
      ],
      '/branches/main': { protected: false },
    });
    const exact = [
      { name: '.github/workflows/ci.yml', app: workflowRun },
      { name: '.github/workflows/b*.yml', app: workflowRun },
      { name: 'CodeQL', app: 'github-advanced-security' },
    ].map((one) => ({ ...one, needsResult: true as const }));
    const requiredChecks = { names: exact.map(({ name }) => name), others: 0, exact };
    assert.deepEqual(found, knownProtection({ requiresPullRequest: true, requiredChecks }));
    // Code scanning's check passes with alerts that such a rule refuses.
    for (const stricter of [{ alerts_threshold: 'all' }, { security_alerts_threshold: 'medium_or_higher' }]) {
      const parameters = { code_scanning_tools: [...tools, { ...tools[0], ...stricter }] };
      const rules = [{ type: 'code_scanning', parameters }];
      const strict = await ask('github', { '/rules/branches/main': rules, '/branches/main': { protected: false } });
      assert.equal(strict.kind === 'known' && strict.mayMerge, false);
    }
    const empty = { '/rules/branches/main': [{ type: 'workflows', parameters: { workflows: [] } }] };
    assert.deepEqual(
      await ask('github', { ...empty, '/branches/main': { protected: false } }),
      knownProtection({ requiresPullRequest: true, mayMerge: false }),
    );
  });

  test('has no rules on an old Enterprise Server without rulesets, or if no ruleset applies', async () => {
    assert.deepEqual(
      await ask('github', { '/rules/branches/main': 404, '/branches/main': { protected: false } }),
      knownProtection(),
    );
    const byRules = { protected: true, protection: { enabled: false } };
    assert.deepEqual(await ask('github', { '/rules/branches/main': [], '/branches/main': byRules }), knownProtection());
  });

  test('contains the names of required checks', async () => {
    const contexts = [
      { context: 'build', integration_id: 7 },
      { context: 'lint', integration_id: null },
      { context: 'links', integration_id: -1 },
    ];
    for (const [parameters, requiredChecks] of [
      [
        { required_status_checks: contexts },
        { ...named('build', 'lint', 'links'), exact: [{ name: 'build', app: 7 }] },
      ],
      [{ required_status_checks: [] }, named()],
      [{}, anyChecks],
    ] as const) {
      const rules = [{ type: 'required_status_checks', parameters }];
      const found = await ask('github', { '/rules/branches/main': rules, '/branches/main': { protected: false } });
      assert.deepEqual(found, knownProtection({ requiresPullRequest: true, requiredChecks }));
    }
  });

  test('contains the apps that must report required checks', async () => {
    for (const [required, requiredChecks] of [
      [
        {
          contexts: ['build', 'lint'],
          checks: [
            { context: 'build', app_id: 7 },
            { context: 'lint', app_id: null },
          ],
        },
        { ...named('build', 'lint'), exact: [{ name: 'build', app: 7 }] },
      ],
      [{ checks: [{ context: 'build', app_id: -1 }] }, named('build')],
      [{ strict: true }, anyChecks],
    ] as const) {
      const found = await ask('github', {
        '/rules/branches/main': [],
        '/branches/main/protection': { required_status_checks: required },
        '/branches/main': { protected: true },
      });
      assert.deepEqual(found, knownProtection({ requiresPullRequest: true, requiredChecks }));
    }
  });

  test('treats a star in a name literally', async () => {
    const protection = await ask('github', {
      '/rules/branches/main': [
        {
          type: 'required_status_checks',
          parameters: { required_status_checks: [{ context: 'test (docs/*)' }] },
        },
      ],
      '/branches/main': { protected: false },
    });
    assert.ok(protection.kind === 'known');
    const judge = (name: string) => judgeChecks(protection.requiredChecks, [{ name, state: 'passed' }]).state;
    assert.deepEqual([judge('test (docs/a)'), judge('test (docs/*)')], ['pending', 'passed']);
  });

  test('refuses pushes and merges if the branch is locked or has a list of people who may push', async () => {
    for (const protection of [{ restrictions: { users: [] } }, { lock_branch: { enabled: true } }]) {
      const found = await ask('github', {
        '/rules/branches/main': [],
        '/branches/main/protection': protection,
        '/branches/main': { protected: true, protection: { enabled: true } },
      });
      assert.deepEqual(found, knownProtection({ mayPush: false, mayMerge: false }));
    }
  });

  test('requires an approval because of some settings, even if the number is 0', async () => {
    for (const [setting, requiredApprovals] of [
      [{}, 0],
      [{ require_code_owner_review: true }, 1],
      [{ require_last_push_approval: true }, 1],
      [{ required_reviewers: [{ minimum_approvals: 1 }] }, 1],
      [{ require_last_push_approval: false, required_reviewers: [] }, 0],
    ] as const) {
      const parameters = { required_approving_review_count: 0, ...setting };
      const found = await ask('github', {
        '/rules/branches/main': [{ type: 'pull_request', parameters }],
        '/branches/main': { protected: false },
      });
      assert.deepEqual(found, knownProtection({ requiresPullRequest: true, requiredApprovals }));
    }
  });

  test('requires one approval if reviews are required without a number', async () => {
    const found = await ask('github', {
      '/rules/branches/main': 404,
      '/branches/main/protection': { required_pull_request_reviews: {} },
      '/branches/main': { protected: true },
    });
    assert.deepEqual(found, knownProtection({ requiresPullRequest: true, requiredApprovals: 1 }));
  });

  test('is read from the emulated host, and a missing branch causes an error', async () => {
    const token = 'ghp_canary1234567890';
    const emulator = await createEmulator({
      service: 'github',
      port: 0,
      seed: {
        tokens: { [token]: { login: 'octocat', scopes: ['repo', 'user'] } },
        github: { users: [{ login: 'octocat' }], repos: [{ owner: 'octocat', name: 'docs', auto_init: true }] },
      },
    });
    try {
      const http = createRecordingClient([new URL(emulator.url).host]);
      const credential = { kind: 'token', token } as const;
      const options = { http, clock: systemClock, credential, webUrl: emulator.url, apiUrl: emulator.url };
      const host = createGitHub(options).connect({ owner: 'octocat', name: 'docs' });
      assert.deepEqual(await host.getBranchProtection('main'), knownProtection());
      const body = {
        required_status_checks: null,
        enforce_admins: false,
        restrictions: null,
        required_pull_request_reviews: { required_approving_review_count: 1 },
      };
      const set = await fetch(`${emulator.url}/repos/octocat/docs/branches/main/protection`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      assert.equal(set.status, 200);
      const expected = knownProtection({ requiresPullRequest: true, requiredApprovals: 1 });
      assert.deepEqual(await host.getBranchProtection('main'), expected);
      await assert.rejects(host.getBranchProtection('none'), (error) => isCodeHostError(error, 'branch-not-found'));
    } finally {
      await emulator.close();
    }
  });
});

describe('a branch’s protection on GitLab', () => {
  const branch = { protected: true, developers_can_push: false, developers_can_merge: false, can_push: true };
  const project = { permissions: { project_access: { access_level: 40 }, group_access: null } };
  const at = (fields: object, more: Answers = {}): Answers => ({
    ...more,
    '/repository/branches/main': { ...branch, ...fields },
    '/projects/acme%2Fdocs': more['project'] ?? project,
  });

  test('lets a maintainer’s token push, but requires a pull request if developers may not push', async () => {
    assert.deepEqual(await ask('gitlab', at({})), knownProtection({ requiresPullRequest: true }));
    assert.deepEqual(await ask('gitlab', at({ developers_can_push: true })), knownProtection());
  });

  test('allows merges with a token that can’t push only if the rules let that token merge', async () => {
    const levels = (...all: readonly (number | null)[]) => ({
      '/protected_branches/main': { merge_access_levels: all.map((access_level) => ({ access_level })) },
    });
    const closed = knownProtection({ mayPush: false, mayMerge: false, requiresPullRequest: true });
    const mergeable = knownProtection({ mayPush: false, requiresPullRequest: true });
    assert.deepEqual(await ask('gitlab', at({ can_push: false }, levels(40))), mergeable);
    assert.deepEqual(await ask('gitlab', at({ can_push: false, developers_can_merge: true })), mergeable);
    for (const found of [levels(60), levels(0), levels(null), levels()])
      assert.deepEqual(await ask('gitlab', at({ can_push: false }, found)), closed);
    for (const status of [403, 404])
      assert.deepEqual(await ask('gitlab', at({ can_push: false }, { '/protected_branches/main': status })), closed);
  });

  test('contains required approvals and pipelines', async () => {
    const rule = (approvals_required: number, fields: object) => ({ approvals_required, ...fields });
    const rules = [
      rule(1, { applies_to_all_protected_branches: false, protected_branches: [] }),
      rule(2, { applies_to_all_protected_branches: true, protected_branches: [] }),
      rule(9, { applies_to_all_protected_branches: false, protected_branches: [{ name: 'release-*' }] }),
    ];
    const found = await ask(
      'gitlab',
      at({}, { '/approval_rules': rules, project: { ...project, only_allow_merge_if_pipeline_succeeds: true } }),
    );
    assert.deepEqual(
      found,
      knownProtection({ requiresPullRequest: true, requiredApprovals: 2, requiredChecks: anyChecks }),
    );
  });

  test('is unknown if the approval rules can’t be read, and a missing branch causes an error', async () => {
    assert.ok(isUnknown(await ask('gitlab', at({}, { '/approval_rules': 403 }))));
    assert.ok(isUnknown(await ask('gitlab', { '/repository/branches/main': 403 })));
    await assert.rejects(ask('gitlab', {}), (error) => isCodeHostError(error, 'branch-not-found'));
  });
});

describe('a branch’s protection on Gitea', () => {
  const branch = {
    protected: true,
    required_approvals: 1,
    enable_status_check: true,
    user_can_push: false,
    user_can_merge: true,
  };

  test('is read from the branch', async () => {
    assert.deepEqual(
      await ask('gitea', { '/branches/main': branch }),
      knownProtection({ mayPush: false, requiresPullRequest: true, requiredApprovals: 1, requiredChecks: anyChecks }),
    );
    const open = { ...branch, protected: false, user_can_push: true };
    assert.deepEqual(await ask('gitea', { '/branches/main': open }), knownProtection());
  });

  test('is unknown without its fields or permission, and a missing branch causes an error', async () => {
    assert.ok(isUnknown(await ask('gitea', { '/branches/main': { protected: true } })));
    assert.ok(isUnknown(await ask('gitea', { '/branches/main': 403 })));
    await assert.rejects(ask('gitea', {}), (error) => isCodeHostError(error, 'branch-not-found'));
  });
});

describe('a branch’s protection on Bitbucket', () => {
  const restrictions = (...values: readonly object[]): Answers => ({ '/branch-restrictions': { values } });
  const glob = (kind: string, pattern = 'main', fields: object = {}) => ({
    kind,
    branch_match_kind: 'glob',
    pattern,
    ...fields,
  });

  test('includes only rules that match the branch', async () => {
    const found = await ask(
      'bitbucket',
      restrictions(
        glob('push', 'release/*'),
        glob('push', 'ma*'),
        glob('require_approvals_to_merge', '*', { value: 2 }),
        glob('require_passing_builds_to_merge', 'main', { value: 1 }),
        glob('force', 'main', { value: null }),
        glob('require_tasks_to_be_completed'),
      ),
    );
    assert.deepEqual(
      found,
      knownProtection({ mayPush: false, requiresPullRequest: true, requiredApprovals: 2, requiredChecks: anyChecks }),
    );
    assert.deepEqual(await ask('bitbucket', restrictions(glob('push', 'release/*'))), knownProtection());
  });

  test('includes rules for branch types', async () => {
    const rule = { kind: 'restrict_merges', branch_match_kind: 'branching_model', branch_type: 'production' };
    assert.deepEqual(await ask('bitbucket', restrictions(rule)), knownProtection({ mayMerge: false }));
  });

  test('is unknown without permission, with more than one page of rules, or with a new rule', async () => {
    assert.ok(isUnknown(await ask('bitbucket', { '/branch-restrictions': 403 })));
    assert.ok(isUnknown(await ask('bitbucket', { '/branch-restrictions': { values: [], next: 'https://x' } })));
    for (const kind of ['forbid_everything', 'require_signatures_of_next_year', 'allow_only_on_mondays'])
      assert.ok(isUnknown(await ask('bitbucket', restrictions(glob(kind)))), kind);
  });

  test('includes rules whose patterns have wildcards other than *', async () => {
    for (const pattern of ['mai?', '{main,release}', '[lm]ain', '**/{a,b}', 'ma**n'])
      assert.deepEqual(
        await ask('bitbucket', restrictions(glob('restrict_merges', pattern))),
        knownProtection({ mayMerge: false }),
        pattern,
      );
  });
});

test('a branch name can’t change the request’s path', async () => {
  const http = createRecordingClient();
  http.fault = async () => answer(200, {});
  await subjects.gitea.connect(http).getBranchProtection('../../x?y=1#z');
  assert.equal(http.sent[0]?.request.url, `${webUrl}/api/v1/repos/acme/docs/branches/..%2F..%2Fx%3Fy%3D1%23z`);
});

test('unknown protection allows neither pushes nor merges', () => {
  const unknown = { kind: 'unknown', reason: 'No permission.' } as const;
  assert.equal(allowsPush(unknown), false);
  assert.match(findMergeRefusal('main', unknown) ?? '', /does not report how the branch main is protected/);
});

test('the reason why a merge is refused names the rule', () => {
  const refusal = (rules: Parameters<typeof knownProtection>[0]) => findMergeRefusal('main', knownProtection(rules));
  assert.equal(refusal({}), undefined);
  assert.equal(refusal({ requiresPullRequest: true, mayPush: false }), undefined);
  assert.equal(refusal({ requiredApprovals: 1 }), 'the branch main requires 1 approval');
  assert.equal(refusal({ requiredApprovals: 2 }), 'the branch main requires 2 approvals');
  assert.equal(refusal({ requiredChecks: anyChecks }), undefined);
  assert.match(refusal({ mayMerge: false }) ?? '', /do not let this credential merge/);
});

describe('a commit’s required checks', () => {
  const checksOf = (states: Readonly<Record<string, CommitCheck['state']>>): CommitCheck[] =>
    Object.entries(states).map(([name, state]) => ({ name, state }));
  for (const [what, required, states, expected] of [
    ['pass if no check is required', named(), { a: 'failed' }, { state: 'passed' }],
    [
      'pass if the named checks passed, even if another check failed',
      named('a', 'ci/*'),
      { a: 'passed', 'ci/x': 'passed', b: 'failed' },
      { state: 'passed' },
    ],
    [
      'fail if a named check failed',
      named('a', 'b'),
      { a: 'failed', b: 'pending' },
      { state: 'failed', checks: 'the check "a"' },
    ],
    [
      'are pending if one is pending and another is missing',
      named('a', 'b'),
      { b: 'pending' },
      { state: 'pending', checks: 'the checks "b", "a"' },
    ],
    [
      'fail if a check that matches a pattern failed',
      named('ci/*'),
      { 'ci/1': 'passed', 'ci/2': 'failed' },
      { state: 'failed', checks: 'the check "ci/2"' },
    ],
    [
      'are pending if all checks must pass and one is pending',
      anyChecks,
      { a: 'passed', b: 'pending' },
      { state: 'pending', checks: 'the check "b"' },
    ],
    [
      'are pending if all checks must pass and none exists yet',
      anyChecks,
      {},
      { state: 'pending', checks: '1 more check' },
    ],
    [
      'are pending if all checks must pass and only Docwright’s own check has passed',
      anyChecks,
      { 'docwright/preview': 'passed' },
      { state: 'pending', checks: '1 more check' },
    ],
    [
      'pass if Docwright’s own check is required by name and has passed',
      named('docwright/preview'),
      { 'docwright/preview': 'passed' },
      { state: 'passed' },
    ],
    [
      'are pending if fewer checks have passed than the required number',
      { names: [], others: 3 },
      { a: 'passed' },
      { state: 'pending', checks: '2 more checks' },
    ],
  ] as const)
    test(what, () => assert.deepEqual(judgeChecks(required, checksOf(states)), expected));

  test('that an app must report aren’t replaced by other checks of the same name', () => {
    const required: RequiredChecks = { ...named('build'), exact: [{ name: 'build', app: 7 }] };
    const passed = (app?: number): CommitCheck => ({
      name: 'build',
      state: 'passed',
      ...(app !== undefined && { app }),
    });
    const pending = { state: 'pending', checks: 'the check "build"' };
    assert.deepEqual(judgeChecks(required, [passed()]), pending);
    assert.deepEqual(judgeChecks(required, [passed(8)]), pending);
    assert.deepEqual(judgeChecks(required, [passed(8), { ...passed(7), state: 'pending' }]), pending);
    assert.deepEqual(judgeChecks(required, [passed(), passed(7)]), { state: 'passed' });
  });

  test('are listed with quoted and shortened names, and only counted after the fifth', () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `${at} "merge" \n${'x'.repeat(1_000)}`);
    const result = judgeChecks(
      anyChecks,
      names.map((name) => ({ name, state: 'failed' })),
    );
    assert.ok(result.state === 'failed' && result.checks.length < 700);
    assert.match(result.checks, /^the checks "0 \\"merge\\" \\nx+", .* and 995 more$/);
  });
});

describe('a commit’s checks', () => {
  const sha = 'a'.repeat(40);
  async function list(
    kind: keyof typeof subjects,
    answers: Answers,
    required: RequiredChecks = named(),
  ): Promise<readonly CommitCheck[]> {
    const { connect, apiUrl, description } = subjects[kind];
    const http = createRecordingClient();
    http.fault = async ({ url }) => {
      const { pathname, searchParams } = new URL(url);
      const page = searchParams.get('page') ?? '1';
      const [, found] = Object.entries(answers).find(([end]) => `${pathname} ${page}`.endsWith(end)) ?? ['', 404];
      return typeof found === 'number' ? answer(found, {}) : answer(200, found);
    };
    try {
      return await connect(http).listChecks({ commit: sha, pullRequest: 7, required });
    } finally {
      for (const { request } of http.sent) {
        assertDescribed(description, request, apiUrl);
        assert.ok(request.url.includes(sha) || /\/(?:merge_requests\/7|commits\/b{40})$/.test(request.url));
      }
    }
  }

  test('include check runs and statuses from all pages on GitHub', async () => {
    const run = (name: string, status: string, conclusion: string | null) => ({ name, status, conclusion });
    const runs = Array.from({ length: 100 }, (_, at) => run(`run ${at}`, 'completed', 'success'));
    const found = await list('github', {
      '/check-runs 1': { check_runs: runs },
      '/check-runs 2': {
        check_runs: [
          run('skipped', 'completed', 'skipped'),
          run('cancelled', 'completed', 'cancelled'),
          run('late', 'in_progress', null),
          { ...run('new', 'completed', 'of_next_year'), app: { id: 7 } },
        ],
      },
      '/status 1': {
        statuses: [
          { context: 'ci', state: 'success' },
          { context: 'error', state: 'error' },
          { context: 'pending', state: 'pending' },
        ],
      },
    });
    assert.deepEqual(
      found.slice(99).map(({ name, state, app }) => [name, state, ...(app === undefined ? [] : [app])].join(' ')),
      [
        'run 99 passed',
        'skipped passed',
        'cancelled failed',
        'late pending',
        'new failed 7',
        'ci passed',
        'error failed',
        'pending pending',
      ],
    );
  });

  test('include workflow runs on GitHub if a rule requires a workflow', async () => {
    const workflow = '.github/workflows/ci.yml';
    const required: RequiredChecks = { ...named(workflow), exact: [{ name: workflow, app: workflowRun }] };
    const checked = async (run: object | object[], others: readonly object[] = []) => {
      const answers: Answers = {
        '/check-runs 1': { check_runs: others },
        '/status 1': { statuses: [{ context: workflow, state: 'success' }] },
        '/actions/runs 1': { workflow_runs: [run].flat().map((one: object) => ({ ...passed, ...one })) },
      };
      return judgeChecks(required, await list('github', answers, required)).state;
    };
    const passed = {
      path: workflow,
      workflow_id: 1,
      event: 'pull_request',
      status: 'completed',
      conclusion: 'success',
      repository: { id: 5 },
      head_repository: { id: 5 },
    };
    const ours = { name: workflow, status: 'completed', conclusion: 'success', app: { id: 7, slug: 'workflow-run' } };
    assert.equal(await checked({}), 'passed');
    assert.equal(await checked({ path: `${workflow}@main` }), 'passed');
    assert.equal(await checked({ path: `acme/rules/${workflow}@refs/heads/main` }), 'passed');
    assert.equal(await checked({ status: 'queued', conclusion: null }), 'pending');
    assert.equal(await checked({ conclusion: 'skipped' }), 'failed');
    assert.equal(
      await checked({ path: '.github/workflows/other.yml' }, [ours]),
      'pending',
      'only the name is the same',
    );
    assert.equal(await checked({ event: 'push' }), 'pending', 'a workflow of the branch with the same path');
    assert.equal(await checked({ event: 'workflow_dispatch' }), 'pending');
    for (const fork of [{ id: 6 }, null]) {
      assert.equal(await checked({ head_repository: fork }), 'pending');
      assert.equal(await checked([{ head_repository: fork, conclusion: 'failure' }, {}]), 'passed');
    }
    // Newest first. A second event for the same commit cancels the first run.
    assert.equal(await checked([{}, { conclusion: 'cancelled' }]), 'passed');
    assert.equal(await checked([{ conclusion: 'failure' }, {}]), 'failed');
    assert.equal(await checked([{ status: 'in_progress', conclusion: null }, {}]), 'pending');
    assert.equal(await checked([{}, { conclusion: 'failure', event: 'pull_request_target' }]), 'failed');
    assert.equal(await checked([{}, { conclusion: 'failure', workflow_id: 2 }]), 'failed', 'a required one elsewhere');
    const page = Array.from({ length: 100 }, () => passed);
    const found = await list(
      'github',
      {
        '/check-runs 1': { check_runs: [] },
        '/status 1': { statuses: [] },
        '/actions/runs 1': { workflow_runs: page },
        '/actions/runs 2': { workflow_runs: [{ ...passed, conclusion: 'cancelled' }] },
      },
      required,
    );
    assert.deepEqual(found, [{ name: workflow, appName: workflowRun, state: 'passed' }]);
    await assert.rejects(
      list(
        'github',
        { '/check-runs 1': { check_runs: [] }, '/status 1': { statuses: [] }, '/actions/runs 1': 403 },
        required,
      ),
      (error) => isCodeHostError(error, 'forbidden'),
    );
  });

  test('satisfy a rule for a tool only if code scanning reported them', () => {
    const required: RequiredChecks = {
      ...named('CodeQL'),
      exact: [{ name: 'CodeQL', app: 'github-advanced-security' }],
    };
    const state = (appName?: string) =>
      judgeChecks(required, [{ name: 'CodeQL', state: 'passed', ...(appName !== undefined && { appName }) }]).state;
    assert.deepEqual([state('github-advanced-security'), state('eve'), state()], ['passed', 'pending', 'pending']);
  });

  test('must have a result if a rule requires their tool, but not if a rule only names them', async () => {
    const run = { name: 'CodeQL', status: 'completed', app: { id: 9, slug: 'github-advanced-security' } };
    const exact = [{ name: 'CodeQL', app: 'github-advanced-security', needsResult: true as const }];
    for (const conclusion of ['neutral', 'skipped']) {
      const answers = { '/check-runs 1': { check_runs: [{ ...run, conclusion }] }, '/status 1': { statuses: [] } };
      const found = await list('github', answers);
      assert.equal(judgeChecks({ ...named('CodeQL'), exact }, found).state, 'pending');
      assert.equal(judgeChecks(named('CodeQL'), found).state, 'passed');
    }
  });

  test('include GitLab’s pipeline for the merged result, which ran for a different commit', async () => {
    const other = 'b'.repeat(40);
    const merged = (pipeline: object | null, head = sha, parents: readonly string[] | 404 = ['c'.repeat(40), sha]) => ({
      '/statuses 1': [],
      '/merge_requests/7 1': { sha: head, head_pipeline: pipeline },
      [`/commits/${other} 1`]: parents === 404 ? 404 : { id: other, parent_ids: parents },
    });
    const state = async (answers: Answers) => judgeChecks(anyChecks, await list('gitlab', answers, anyChecks)).state;
    assert.equal(await state(merged({ sha: other, status: 'success' })), 'passed');
    assert.equal(await state(merged({ sha: other, status: 'failed' })), 'failed');
    assert.equal(await state(merged({ sha: other, status: 'skipped' })), 'failed');
    assert.equal(await state(merged({ sha: other, status: 'running' })), 'pending');
    assert.equal(await state(merged({ sha: other, status: 'manual' })), 'pending');
    assert.equal(await state(merged(null)), 'pending');
    assert.equal(await state(merged({ sha: other, status: 'success' }, other)), 'pending', 'another head');
    assert.equal(await state(merged({ sha, status: 'success' })), 'pending', 'its jobs are statuses of the head');
    // GitLab shows the previous head's pipeline until another one exists.
    const old = { sha: other, status: 'success' };
    assert.equal(await state(merged(old, sha, ['c'.repeat(40), 'd'.repeat(40)])), 'pending');
    assert.equal(await state(merged(old, sha, ['d'.repeat(40)])), 'pending', 'a pipeline of a branch');
    assert.equal(await state(merged(old, sha, 404)), 'pending');
  });

  test('are read from all pages on Gitea, even if the pages are short', async () => {
    const page = (...contexts: string[]) => ({
      statuses: contexts.map((context) => ({ context, status: 'success' })),
    });
    const found = await list('gitea', {
      '/status 1': page('a', 'b'),
      '/status 2': { statuses: [{ context: 'c', status: 'failure' }] },
      '/status 3': { statuses: null },
    });
    assert.deepEqual(
      found.map(({ name, state }) => `${name} ${state}`),
      ['a passed', 'b passed', 'c failed'],
    );
  });

  test('include pipeline jobs and other statuses on GitLab', async () => {
    const found = await list('gitlab', {
      '/statuses 1': [
        { name: 'build', status: 'success', allow_failure: false },
        { name: 'flaky', status: 'failed', allow_failure: true },
        { name: 'test', status: 'failed', allow_failure: false },
        { name: 'deploy', status: 'manual', allow_failure: false },
        { name: 'stopped', status: 'canceled', allow_failure: false },
      ],
    });
    assert.deepEqual(
      found.map(({ state }) => state),
      ['passed', 'passed', 'failed', 'pending', 'failed'],
    );
  });

  test('are statuses on Gitea', async () => {
    const states = ['success', 'warning', 'pending', 'error', 'failure'];
    const found = await list('gitea', {
      '/status 1': { statuses: states.map((status) => ({ context: 'c', status })) },
      '/status 2': { statuses: [] },
    });
    assert.deepEqual(
      found.map(({ state }) => state),
      ['passed', 'passed', 'pending', 'failed', 'failed'],
    );
    assert.deepEqual(await list('gitea', { '/status 1': { statuses: null } }), []);
  });

  test('are builds on Bitbucket', async () => {
    const states = ['SUCCESSFUL', 'INPROGRESS', 'FAILED', 'STOPPED'];
    const values = states.map((state) => ({ key: state, name: state, state }));
    const found = await list('bitbucket', { '/statuses 1': { values } });
    assert.deepEqual(
      found.map(({ state }) => state),
      ['passed', 'pending', 'failed', 'failed'],
    );
  });

  test('cause an error if some of them can’t be read', async () => {
    const statuses = Array.from({ length: 50 }, () => ({ context: 'c', status: 'success' }));
    const endless = Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`/status ${at + 1}`, { statuses }]));
    await assert.rejects(list('gitea', endless), /too many checks/);
    await assert.rejects(list('github', { '/check-runs 1': 403 }), (error) => isCodeHostError(error, 'forbidden'));
    await assert.rejects(list('github', { '/check-runs 1': {} }), (error) =>
      isCodeHostError(error, 'unexpected-answer'),
    );
  });
});

test('* in a pattern matches any characters, even in a pattern with 5,000 stars', () => {
  for (const [pattern, branch, expected] of [
    ['main', 'main', true],
    ['main', 'mainline', false],
    ['*', 'a/b', true],
    ['rel*-1', 'release-1', true],
    ['rel*-1', 'rel-', false],
    ['a*a', 'a', false],
    ['a**b', 'axb', true],
    [`${'*a'.repeat(5_000)}b`, 'a'.repeat(20_000), false],
  ] as const)
    assert.equal(matchesPattern(pattern, branch), expected, `${pattern.slice(0, 20)} ${branch.slice(0, 20)}`);
});
