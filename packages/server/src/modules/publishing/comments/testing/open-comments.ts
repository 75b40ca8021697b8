/** Comments on a repository on the embedded code host: real routes, PostgreSQL and git. */
import type { Role } from '@docwright/contract';
import type { Database } from '../../../../platform/database/index.ts';
import type { AnyTransaction } from '../../../../platform/job-engine/index.ts';
import { HOME } from '../../../../testing/module-database.ts';
import type { ModuleAnswer, ModuleRequest } from '../../../../testing/module-routes.ts';
import { openDrafts, type TestDrafts } from '../../drafts/testing/open-drafts.ts';
import type { CommentNotice } from '../comments-deps.ts';
import { createDraftThreads } from '../create-draft-threads.ts';
import { registerCommentRoutes } from '../routes.ts';
import type { CommentTables } from '../tables.ts';

type As = NonNullable<ModuleRequest['as']>;

/** A viewer, an editor and another viewer. */
export const vera: As = person('vera', ['content:read'], 'viewer');
export const edith: As = person('edith', ['content:write', 'content:publish'], 'editor');
export const victor: As = person('victor', ['content:read'], 'viewer');

function person(name: string, scopes: As['scopes'], role: Role): As {
  return { actor: { kind: 'user', id: `usr_${name}`, name: `${name}@example.com` }, ...(scopes && { scopes }), role };
}

export interface TestComments {
  readonly drafts: TestDrafts;
  readonly notices: (readonly [kind: string, user: string, title: string])[];
  /** Runs in the transaction of the next notification. */
  onNotice: ((tx: AnyTransaction) => Promise<void>) | undefined;
  /** Starts a thread about a passage of `guide.mdx`, as Vera. */
  create(body: object, options?: ModuleRequest & { readonly branch?: string }): Promise<ModuleAnswer>;
  /** A request about a thread. */
  thread(method: string, id: string, tail?: string, options?: ModuleRequest): Promise<ModuleAnswer>;
  list(query?: string, branch?: string): Promise<ModuleAnswer['json']>;
  /** The text of `guide.mdx` in the draft. */
  guide(): Promise<string>;
  close(): Promise<void>;
}

export async function openComments(files: Readonly<Record<string, string | Buffer>>): Promise<TestComments> {
  const notices: TestComments['notices'] = [];
  const made: { comments?: TestComments } = {};
  const drafts = await openDrafts(files, '', {
    threads: createDraftThreads('https://docs.example'),
    register: (routes, deps) =>
      registerCommentRoutes(routes, {
        database: deps.database as unknown as Database<CommentTables>,
        drafts: deps,
        notify: async (tx, { kind, userId, title }: CommentNotice) => {
          await made.comments?.onNotice?.(tx);
          notices.push([kind, userId, title]);
        },
      }),
  });
  for (const [name, role] of [
    ['vera', 'viewer'],
    ['edith', 'editor'],
    ['victor', 'viewer'],
  ] as const) {
    await drafts.service.database.pool.query(`insert into users (id, name, email) values ($1, $2, $3)`, [
      `usr_${name}`,
      `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
      `${name}@example.com`,
    ]);
    await drafts.service.database.pool.query(
      `insert into members (organization_id, user_id, role) values ($1, $2, $3)`,
      [HOME, `usr_${name}`, role],
    );
  }
  const comments: TestComments = {
    drafts,
    notices,
    onNotice: undefined,
    create: (body, options = {}) =>
      drafts.draft('POST', '/comments', { as: vera, ...options, body: { file: 'guide.mdx', text: 'Why?', ...body } }),
    thread: (method, id, tail = '', options = {}) =>
      drafts.service.request(method, `/v1/projects/proj/comments/${id}${tail}`, { as: vera, ...options }),
    list: async (query = '', branch = 'main') => (await drafts.draft('GET', `/comments${query}`, { branch })).json,
    guide: async () => (await drafts.read('guide.mdx')).json.content,
    close: () => drafts.close(),
  };
  made.comments = comments;
  return comments;
}
