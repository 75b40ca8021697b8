import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ApiError } from '../../../platform/http/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, principalOf } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { registerEditRoute } from './edit-route.ts';
import type { DraftTables } from './tables.ts';

const repository = 'https://github.com/acme/docs';
const named = `?repository=${encodeURIComponent(repository)}`;

let service: ModuleRoutes<DraftTables>;
before(async () => {
  service = await openModuleRoutes<DraftTables>((_routes, { database, app }) =>
    registerEditRoute(app, {
      database,
      baseUrl: 'https://docs.example',
      findWebRepository: async (_organizationId, stored) =>
        stored === repository ? { kind: 'github', url: repository } : undefined,
      bySession: async (cookie, organizationId) => {
        const [user, own] = cookie.split('=');
        if (own !== organizationId) throw new ApiError('not_found', 'not a member');
        return principalOf({ scopes: user === 'editor' ? ['content:write'] : ['content:read'] });
      },
    }),
  );
  await insertProject(service.database, 'proj', { repository, docsFolder: 'site' });
  await insertProject(service.database, 'own', { repository: 'local:docs' });
});
after(() => service.close());

async function open(path: string, cookie?: string) {
  const headers = cookie === undefined ? {} : { cookie };
  const { status, headers: got } = await service.request('GET', `/edit/${path}`, { as: null, headers });
  return status === 302 ? got.get('location') : status;
}

const editorOf = (project: string, rest = 'main/guides/start.mdx') =>
  `https://docs.example/dashboard/projects/${project}/editor/${rest}`;
const form = `${repository}/edit/main/site/guides/start.mdx`;

test('a member who can write gets the editor, even for a branch with a slash', async () => {
  const editor = `editor=${HOME}`;
  assert.equal(await open(`proj/main/guides/start.mdx${named}`, editor), editorOf('proj'));
  const path = 'docs%2Fnew/a%20%23%3F.mdx';
  assert.equal(await open(`proj/${path}`, editor), editorOf('proj', path));
});

test('other readers get the code host’s form if they come from a page that names the repository', async () => {
  for (const cookie of [undefined, `viewer=${HOME}`, 'editor=org_other', 'garbage'])
    assert.equal(await open(`proj/main/guides/start.mdx${named}`, cookie), form);
});

test('strangers get the same response for an unknown project, an embedded repository and an unknown address', async () => {
  for (const project of ['proj', 'own', 'prj_nothing'])
    for (const query of ['', '?repository=https%3A%2F%2Fevil.example', '?repository=', `${named}&repository=x`])
      assert.equal(await open(`${project}/main/guides/start.mdx${query}`), editorOf(project));
  assert.equal(await open(`own/main/guides/start.mdx${named}`), editorOf('own'));
});

test('the response is not cached for other readers', async () => {
  const { headers } = await service.request('GET', `/edit/proj/main/index.mdx${named}`, { as: null });
  assert.deepEqual([headers.get('cache-control'), headers.get('referrer-policy')], ['no-store', 'no-referrer']);
});

test('invalid paths and branches are refused with and without an existing project', async () => {
  for (const [rest, status] of [
    ['main/..%2F..%2Fsecret', 400],
    ['main/a%2F..%2Fb.mdx', 400],
    ['main/%2Fetc/passwd', 400],
    ['main//evil.example', 400],
    ['main/.git/config', 400],
    ['main/a%00b.mdx', 404],
    ['ma%00in/index.mdx', 404],
    ['a..b/index.mdx', 400],
    ['-x/index.mdx', 400],
    ['main/', 400],
  ] as const)
    for (const project of ['proj', 'prj_nothing']) assert.equal(await open(`${project}/${rest}${named}`), status, rest);
});
