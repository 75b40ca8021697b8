/** Processes of the service on one database, over real sockets. */
import type { AddressInfo } from 'node:net';
import { isConnectionLost, createNotificationHub } from '../../../../platform/database/index.ts';
import { createApp, type Identity } from '../../../../platform/http/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { HOME, principalOf } from '../../../../testing/module-database.ts';
import { openDrafts, type TestDrafts, type TestParts } from '../../drafts/testing/open-drafts.ts';
import { openSharedTexts, type SharedTexts, type SharedTextsDeps } from '../open-shared-texts.ts';
import type { SharedTextTables } from '../tables.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { TestEditor, type TestEditorOptions } from './test-editor.ts';

export const baseUrl = 'https://docs.example';

export interface TestProcess {
  readonly port: number;
  readonly texts: SharedTexts;
  stop(): Promise<void>;
}

export interface TestTexts {
  readonly drafts: TestDrafts;
  /** The members, by session. Tests change them. */
  readonly members: Map<string, Partial<Identity>>;
  start(timing?: SharedTextsDeps['timing']): Promise<TestProcess>;
  editor(
    process: TestProcess,
    options?: { readonly as?: string; readonly path?: string; readonly project?: string } & Partial<TestEditorOptions>,
  ): TestEditor;
  /** A connected editor. */
  open(process: TestProcess, options?: { readonly as?: string; readonly path?: string }): Promise<TestEditor>;
  /** Requests during `work` don't wait for the newest texts, as if they had been sent earlier. */
  withoutSettling<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const user = (id: string, scopes: Identity['scopes']): Partial<Identity> => ({
  actor: { kind: 'user', id: `usr_${id}`, name: `${id}@example.com` },
  organizationId: HOME,
  scopes,
  role: scopes.includes('content:write') ? 'editor' : 'viewer',
});

export async function openTexts(files: Parameters<typeof openDrafts>[0]): Promise<TestTexts> {
  let settleTexts: TestParts['settleTexts'] = () => Promise.resolve();
  const drafts = await openDrafts(files, '', { settleTexts: (branch) => settleTexts(branch) });
  const members = new Map([
    ['ada', user('ada', ['content:write'])],
    ['bob', user('bob', ['content:write'])],
    ['vera', user('vera', ['content:read'])],
    ['eve', { ...user('eve', ['content:write']), organizationId: 'org_other' }],
  ]);
  const running = new Set<TestProcess>();
  const editors = new Set<TestEditor>();
  const start: TestTexts['start'] = async (timing = {}) => {
    const log = createLogger({ level: 'silent' });
    const app = createApp({ log, isUnavailable: isConnectionLost });
    const notifications = createNotificationHub({ url: drafts.service.database.url });
    const texts = openSharedTexts(app, {
      drafts: { ...drafts.deps, log },
      database: drafts.service.database as unknown as Database<SharedTextTables>,
      notifications,
      bySession: async (cookies) => {
        const member = members.get(/session=(\w+)/.exec(cookies)?.[1] ?? '');
        return member === undefined ? undefined : principalOf(member);
      },
      baseUrl,
      timing: { settleAfterMs: 30, settleWithinMs: 100, sendAfterMs: 5, cursorsMs: 5, peopleMs: 5, ...timing },
    });
    settleTexts = (branch) => texts.settle(branch);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const process: TestProcess = {
      port: (app.server.address() as AddressInfo).port,
      texts,
      stop: async () => {
        running.delete(process);
        await app.close();
        await notifications.close();
      },
    };
    running.add(process);
    return process;
  };
  const editor: TestTexts['editor'] = (
    process,
    { as = 'ada', path = 'index.mdx', project = 'proj', ...options } = {},
  ) => {
    const made = new TestEditor({
      url: () =>
        `ws://127.0.0.1:${process.port}/v1/projects/${project}/drafts/main/shared-text?path=${encodeURIComponent(path)}`,
      headers: { origin: baseUrl, cookie: `session=${as}` },
      ...options,
    });
    editors.add(made);
    return made;
  };
  return {
    drafts,
    members,
    start,
    editor,
    open: async (process, options) => {
      const made = editor(process, options);
      await made.connect();
      return made;
    },
    withoutSettling: async (work) => {
      const before = settleTexts;
      settleTexts = () => Promise.resolve();
      return work().finally(() => {
        settleTexts = before;
      });
    },
    close: async () => {
      for (const each of editors) await each.close();
      for (const process of running) await process.stop();
      await drafts.close();
    },
  };
}
