/** Compares tables of the manual with declarations in the code: missing rows, extra rows and different values fail. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { deploymentKinds, featureTable, type Feature } from '@docwright/bundle';
import {
  AgentSettings,
  codeHostKinds,
  eventRefusals,
  jobErrorCodes,
  modelProviderNames,
  notificationKinds,
  operations,
  previewAccesses,
  roles,
  scopes,
  suggestionKinds,
  suggestionStatuses,
  webhookEventTypes,
  type ConnectedHostKind,
  type NotificationKind,
  type Operation,
  type Scope,
} from '@docwright/contract';
import { resolvePolicy, turnResults } from '@docwright/doc-agent';
import { hostSettings } from '@docwright/host';
import type { Setting } from '@docwright/site-server/settings';
import { pageHealthLists } from '../packages/contract/src/page-health.ts';
import { toolErrorCodes } from '../packages/doc-agent/src/errors.ts';
import { listTools } from '../packages/doc-agent/src/tools/tool-list.ts';
import { audienceOf } from '../packages/server/src/modules/agent/notifications/kinds.ts';
import { scopesOfRole } from '../packages/server/src/modules/identity/accounts/roles.ts';
import { mcpTools } from '../packages/server/src/modules/interfaces/mcp/tools.ts';
import { settingDefinitions } from '../packages/server/src/main/settings/settings.ts';
import { gitHubAppPermissions } from '../packages/server/src/platform/code-host/accounts/github.ts';
import { coversScope } from '../packages/server/src/platform/http/index.ts';
import { resolveModelSettings } from '../packages/server/src/platform/models/model-settings.ts';
import { serviceErrors } from '../packages/site-assistant/src/http/service-error.ts';
import { reportedKinds } from '../packages/site-server/src/readers/event.ts';
import { codeIn, manualPages, readManualPage, readManualRows } from './read-manual.ts';

const sorted = (names: Iterable<string>): string[] => [...names].toSorted();

/** Tables whose first column contains all entries of a list in the code. */
const listed: readonly {
  readonly what: string;
  readonly page: string;
  readonly columns: readonly string[];
  readonly declared: readonly string[];
}[] = [
  {
    what: 'webhook events',
    page: 'operate/webhooks.mdx',
    columns: ['Event', 'When', '`data`'],
    declared: [...webhookEventTypes, 'webhook.test'],
  },
  {
    what: 'kinds of notifications',
    page: 'operate/notifications.mdx',
    columns: ['Kind', 'When'],
    declared: notificationKinds,
  },
  {
    what: "the agent's tools",
    page: 'agent/how-it-works.mdx',
    columns: ['Tool', 'What it does'],
    declared: listTools(resolvePolicy({}), {
      canFetch: false,
      hasCode: true,
      hasSpecs: true,
      mayAddImages: true,
      seesImages: true,
      hasBrowser: true,
    }).map(({ name }) => name),
  },
  {
    what: "errors of the agent's tools",
    page: 'agent/how-it-works.mdx',
    columns: ['Code', 'Meaning'],
    declared: toolErrorCodes,
  },
  {
    what: 'reasons why a merge is refused',
    page: 'agent/how-it-works.mdx',
    columns: ['Error', 'Why nothing was merged'],
    declared: operations.mergeAgentJobPullRequest.errors.filter(
      (code) => code.startsWith('pull_request_') || code === 'code_host_refused',
    ),
  },
  {
    what: 'results of the rules engine',
    page: 'agent/rules-engine.mdx',
    columns: ['Result', 'When'],
    declared: turnResults,
  },
  {
    what: 'agent settings of a project',
    page: 'agent/project-settings.mdx',
    columns: ['Field', 'What it does'],
    declared: Object.keys(AgentSettings.properties).filter((name) => name !== 'updatedAt'),
  },
  {
    what: 'model providers',
    page: 'agent/models.mdx',
    columns: ['Provider', 'API'],
    declared: modelProviderNames,
  },
  { what: 'tools of the MCP server', page: 'agent/mcp.mdx', columns: ['Tool'], declared: [...mcpTools.keys()] },
  {
    what: "kinds of readers' events",
    page: 'deploy/analytics.mdx',
    columns: ['`kind`', 'Further fields'],
    declared: reportedKinds,
  },
  {
    what: 'reasons for refusing an event',
    page: 'deploy/analytics.mdx',
    columns: ['`code`', 'Why'],
    declared: eventRefusals,
  },
  {
    what: 'kinds of suggestions',
    page: 'deploy/suggestions.mdx',
    columns: ['`kind`', 'What is missing'],
    declared: suggestionKinds,
  },
  {
    what: 'statuses of suggestions',
    page: 'deploy/suggestions.mdx',
    columns: ['`status`', 'When'],
    declared: suggestionStatuses,
  },
  {
    what: 'lists of page health',
    page: 'deploy/suggestions.mdx',
    columns: ['`list`', 'Rows'],
    declared: pageHealthLists,
  },
  {
    what: 'who can open previews',
    page: 'deploy/live-sites.mdx',
    columns: ['Value', 'Who can read'],
    declared: previewAccesses,
  },
  { what: 'scopes', page: 'operate/accounts.mdx', columns: ['Scope', 'Allows'], declared: scopes },
];

describe('the manual lists exactly what the code declares', () => {
  for (const { what, page, columns, declared } of listed)
    test(`${what} (docs/${page})`, () => {
      const names = readManualRows(page, ...columns).flatMap(([first]) => codeIn(first));
      const differences = {
        'add a row': declared.filter((name) => !names.includes(name)),
        'remove the row': names.filter((name) => !declared.includes(name)),
      };
      assert.deepEqual(differences, { 'add a row': [], 'remove the row': [] }, `docs/${page}: ${columns.join(', ')}`);
    });
});

test('the manual lists the permissions of a GitHub App with their access', () => {
  const rows = readManualRows('agent/code-hosts.mdx', 'Permission', 'Access', 'For');
  const listedPermissions = Object.fromEntries(rows.map(([name, access]) => [codeIn(name)[0], access]));
  assert.deepEqual(listedPermissions, gitHubAppPermissions);
});

test('the manual lists the reasons why jobs fail, and whether the same request may succeed later', () => {
  const rows = readManualRows('agent/how-it-works.mdx', '`error.code`', 'May succeed later', 'Cause');
  assert.deepEqual(
    rows,
    Object.entries(jobErrorCodes).map(([code, { retryable, cause }]) => [
      `\`${code}\``,
      retryable ? 'yes' : 'no',
      cause,
    ]),
  );
});

test("the manual lists the errors of a site's search, assistant and MCP server with their statuses", () => {
  const rows = readManualRows('deploy/assistant.mdx', 'Code', 'Status');
  assert.deepEqual(Object.fromEntries(rows.map(([code, status]) => [codeIn(code)[0], Number(status)])), serviceErrors);
});

test('every error code that a table of the manual explains exists', () => {
  for (const [page, column, at] of [
    ['help/troubleshooting.mdx', 'Error code', 0],
    ['agent/code-hosts.mdx', 'The repository', 1],
  ] as const)
    for (const row of readManualRows(page, column))
      for (const code of codeIn(row[at]))
        assert.ok(code in jobErrorCodes, `docs/${page}: ${code} is not an error code`);
});

test('the manual lists the roles that have each scope', () => {
  const columns = ['Scope', 'Allows', ...roles];
  for (const [scope, , ...cells] of readManualRows('operate/accounts.mdx', ...columns)) {
    const named = codeIn(scope)[0] as Scope;
    const has = roles.map((role) => (coversScope(scopesOfRole[role], named) ? 'yes' : ''));
    assert.deepEqual(cells, has, named);
  }
});

test('the manual lists who is notified of each event by default, and who can choose to be', () => {
  const others = (names: readonly string[]): string => {
    const text = names.map((name) => `${name}s`).join(', ');
    return names.length === roles.length ? 'Everyone' : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  };
  for (const [kind, , byDefault = '', else_] of readManualRows('operate/notifications.mdx', 'Kind', 'When')) {
    const audience = audienceOf(codeIn(kind)[0] as NotificationKind);
    const { inApp } = audience;
    const found = inApp.length === 0 ? 'Nobody' : inApp.length === roles.length ? 'You' : 'Owners and admins';
    assert.ok(byDefault.startsWith(found), `${kind}: ${byDefault}`);
    assert.equal(else_, others(audience.roles.filter((role) => !inApp.includes(role))).replace(/^s$/, ''), kind);
  }
});

test('the manual lists the features of each kind of deployment', () => {
  /** Entries that share a row, because readers know them under one name. */
  const shown: Readonly<Record<string, readonly Feature[]>> = {
    'Search, AI assistant, MCP': ['search', 'assistant'],
    'Web analytics': ['analytics'],
    'Feedback on pages': ['feedback'],
    'API playground': ['playground'],
    'Social preview images': ['socialImages'],
    "Links to AI services in a page's menu": ['aiLinks'],
    'Offline search, inside the bundle': ['offlineSearch'],
  };
  const rows = readManualRows('deploy/host.mdx', 'Feature', ...deploymentKinds.map((kind) => `\`${kind}\``));
  assert.deepEqual(sorted(rows.map(([feature = '']) => feature)), sorted(Object.keys(shown)));
  for (const [row = '', ...cells] of rows)
    for (const feature of shown[row] ?? [])
      assert.deepEqual(
        cells,
        deploymentKinds.map((kind) => featureTable[feature].availability[kind]),
        feature,
      );
  const others = Object.keys(featureTable).filter(
    (name) =>
      !Object.values(shown)
        .flat()
        .includes(name as Feature),
  );
  assert.deepEqual(others, ['staticExport'], 'a new feature needs a row in docs/deploy/host.mdx');
});

test('the manual lists the addresses of model servers on the user’s machine', () => {
  for (const [preset, address] of readManualRows('agent/models.mdx', 'Preset', 'Address')) {
    const provider = codeIn(preset)[0] as (typeof modelProviderNames)[number];
    assert.equal(codeIn(address)[0], resolveModelSettings({ provider, model: 'm' }).baseUrl);
  }
});

const shapeOf = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}');
const known = new Map<string, Operation>(
  Object.values(operations).map((one: Operation) => [`${one.method} ${shapeOf(one.path)}`, one]),
);

test('every operation in inline code of the manual exists in the API', () => {
  const missing = manualPages.flatMap((page) =>
    Array.from(readManualPage(page).matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/v[12]\/[^`\s?]*)/g))
      .map(([, method, path = '']) => `${method} ${path}`)
      .filter((name) => !known.has(shapeOf(name)))
      .map((name) => `docs/${page}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

test('a row with an operation or a tool also contains the scope that it requires', () => {
  for (const page of ['deploy/live-sites.mdx', 'deploy/suggestions.mdx'])
    for (const [operation, , scope] of readManualRows(page, 'Operation', 'What it does', 'Scope'))
      assert.ok(codeIn(scope).includes(String(known.get(shapeOf(codeIn(operation)[0] ?? ''))?.scope)), operation);
  for (const [tools, , scope] of readManualRows('agent/mcp.mdx', 'Tool', 'What it does', 'Scope'))
    for (const tool of codeIn(tools)) assert.deepEqual(codeIn(scope), [mcpTools.get(tool)?.operation.scope], tool);
});

const settings = new Map<string, unknown>(
  [...Object.entries<Setting>(settingDefinitions), ...Object.entries<Setting>(hostSettings)].flatMap(
    ([name, { environment, default: value }]) => [
      [environment, value],
      [name, value],
    ],
  ),
);

test('every setting that the manual names exists', () => {
  /**
   * Settings of the command, of pipelines and of `npm run release`, prefixes of names, and names chosen by the reader.
   */
  const others = [
    'API_KEY',
    'CONFIG',
    'FOLDER',
    'PACKAGE',
    'PROJECT',
    'URL',
    'S3_',
    'RELEASE_KEY',
    'WEBHOOK_SECRET',
  ].map((name) => `DOCWRIGHT_${name}`);
  const missing = manualPages.flatMap((page) =>
    Array.from(readManualPage(page).matchAll(/\bDOCWRIGHT_[A-Z0-9_]+/g), ([name]) => name)
      .filter((name) => !settings.has(name) && !others.includes(name))
      .map((name) => `docs/${page}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

test('a number in parentheses after a setting is its default', () => {
  const found = manualPages.flatMap((page) =>
    Array.from(readManualPage(page).matchAll(/`([A-Z][A-Z0-9_]+|[a-z]+\.[A-Za-z]+)` \(([\d,.]+)\)/g))
      .filter(([, name = '']) => settings.has(name))
      .map(([, name = '', number = '']) => ({ page, name, number: number.replaceAll(',', '') })),
  );
  assert.ok(found.length > 5, `${found.length} found`);
  const wrong = found.filter(({ name, number }) => String(settings.get(name)) !== number);
  assert.deepEqual(wrong, []);
});

test('every retention time in the manual is the default of its setting', () => {
  for (const [what, time = '', setting] of readManualRows('operate/sizing.mdx', 'What', 'Kept for', 'Setting'))
    for (const name of codeIn(setting).filter((one) => one.endsWith('_DAYS'))) {
      const days = String(settings.get(name));
      assert.match(time, days === '0' ? /forever/ : new RegExp(`\\b${days}\\b`), `${what}: ${name} is ${days}`);
    }
});

test('the manual lists every rate limit with its number and its window', () => {
  const folder = join(import.meta.dirname, '../packages/server/src/modules');
  const declared = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const objects = readFileSync(join(folder, path), 'utf8').matchAll(/: (?:RateLimit|LeasedLimit) = (\{[^}]*\})/g);
      return Array.from(objects, ([, object = '']) => object);
    });
  const rows = readManualRows('operate/sizing.mdx', 'Name', 'Counts', 'Requests', 'Per', 'For each');
  const seconds: Readonly<Record<string, number>> = { hour: 3600, minute: 60, '10 seconds': 10 };
  for (const object of declared) {
    const name = /name: '([a-z-]+)'/.exec(object)?.[1];
    const row = rows.find(([first]) => first === `\`${name}\``);
    assert.ok(row, `docs/operate/sizing.mdx, "Rate limits of the API": add a row for ${name}`);
    // A limit that is derived from another limit has the same number or a fraction of it.
    const number = /limit: ([\d_]+),/.exec(object)?.[1]?.replaceAll('_', '');
    if (number !== undefined) assert.equal(row[2]?.replaceAll(',', ''), number, name);
    const windowSeconds = /windowSeconds: (\d+)/.exec(object)?.[1];
    if (windowSeconds !== undefined) assert.equal(String(seconds[row[3] ?? '']), windowSeconds, name);
  }
  assert.equal(rows.length, declared.length, 'a row of "Rate limits of the API" has no limit in the code');
});

test('every metric in inline code of the manual exists', () => {
  const sources = ['packages/server/src', 'packages/host/src'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, '..', folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /metric[^/]*\.ts$/.test(path) && !path.endsWith('.test.ts'))
      .map((path) => readFileSync(join(import.meta.dirname, '..', folder, path), 'utf8')),
  );
  const missing = manualPages.flatMap((page) =>
    Array.from(readManualPage(page).matchAll(/`(docwright_[a-z_]+)[`{]/g), ([, name = '']) => name)
      .filter((name) => !sources.some((source) => source.includes(`'${name.replace(/_(?:bucket|sum|count)$/, '')}'`)))
      .map((name) => `docs/${page}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

/** The manual's name for each kind of code host. */
const hostNames: Readonly<Record<ConnectedHostKind, RegExp>> = {
  github: /^GitHub\b/,
  gitlab: /^GitLab\b/,
  gitea: /^(?:Gitea|Forgejo)\b/,
  bitbucket: /^Bitbucket\b/,
};

for (const columns of [
  ['Host', 'The token needs'],
  ['Host', 'Address of a repository'],
  ['Host', 'Events'],
]) {
  test(`the manual has a row for each kind of code host: ${columns.join(', ')}`, () => {
    const hosts = readManualRows('agent/code-hosts.mdx', ...columns).map(([host = '']) => host);
    const missing = codeHostKinds.filter((kind) => !hosts.some((host) => hostNames[kind].test(host)));
    assert.deepEqual(missing, []);
  });
}

test('each list of at least three code hosts that begins with GitHub names every kind', () => {
  const name = '(?:GitHub|GitLab|Gitea|Forgejo|Bitbucket)';
  const list = new RegExp(`GitHub(?:(?:,|,? or|,? and)\\s+${name}\\b){2,}`, 'g');
  const incomplete = manualPages.flatMap((page) =>
    Array.from(readManualPage(page).matchAll(list), ([text]) => ({ page, text })).filter(({ text }) => {
      const listed = text.split(/(?:,| or| and)\s+/);
      return codeHostKinds.some(
        (kind) => !listed.some((host) => hostNames[kind].test(host.replace(/^(?:or|and)\s+/, ''))),
      );
    }),
  );
  assert.deepEqual(incomplete, []);
});
