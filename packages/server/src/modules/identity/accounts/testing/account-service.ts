/**
 * The accounts module with all its routes, on a real database. Operations on members use a key; people use a browser.
 */
import { hkdfSync, randomUUID } from 'node:crypto';
import type { Mailer } from '../../../../platform/mail/index.ts';
import { systemClock } from '../../../../platform/clock/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { HOME } from '../../../../testing/module-database.ts';
import type { OperationRoutes } from '../../../../platform/http/index.ts';
import {
  baseUrl,
  openModuleRoutes,
  type ModuleAnswer,
  type ModuleRoutes,
  type RouteParts,
} from '../../../../testing/module-routes.ts';
import { registerAuthRoutes } from '../signing-in/auth-routes.ts';
import { createAuthenticateSession } from '../signing-in/authenticate-session.ts';
import type { AccountContext } from '../context.ts';
import { createAccounts } from '../create-accounts.ts';
import { createSetupLink } from '../links/create-setup-link.ts';
import { PasswordHasher } from '../signing-in/password-hasher.ts';
import { registerMemberRoutes } from '../routes.ts';
import type { AccountSettings } from '../settings.ts';
import type { AccountTables } from '../tables.ts';

export const password = 'a meadow behind 7 hills';

/** A browser on the service's own pages, which keeps its cookies. */
export interface Browser {
  readonly cookies: Map<string, string>;
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ModuleAnswer>;
}

export interface AccountService extends ModuleRoutes<AccountTables> {
  readonly context: AccountContext;
  readonly mails: readonly { readonly to: string; readonly subject: string; readonly text: string }[];
  openBrowser(): Browser;
  /** Clears the process's memory of refused attempts. */
  elapseRefusals(): void;
  /** Removes all attempts, and clears the memory of refused attempts. */
  forgetAttempts(): Promise<void>;
  /** Creates the first owner, who is signed in. */
  setUpOwner(email: string, organizationId?: string): Promise<Browser>;
  /** Invites a member, who accepts and is signed in. */
  join(email: string, role: string): Promise<Browser>;
  /** Lists the `action result` of each event by or about a person, newest first. */
  listEvents(name: string): Promise<readonly string[]>;
}

/** @param register registers further routes, for modules that depend on accounts */
export async function openAccountService(
  changes: Partial<AccountSettings> = {},
  register: (context: AccountContext, routes: OperationRoutes, parts: RouteParts<AccountTables>) => void = () =>
    undefined,
  passwords = new PasswordHasher(),
): Promise<AccountService> {
  const mails: { to: string; subject: string; text: string }[] = [];
  const mailer: Mailer = {
    send: (mail) => {
      mails.push(mail);
      return Promise.resolve();
    },
    close: () => undefined,
  };
  const opened = Promise.withResolvers<AccountContext>();
  let elapsedMs = 0;
  const service = await openModuleRoutes<AccountTables>(
    (routes, parts) => {
      const { app, database } = parts;
      const context = createAccounts({
        database,
        clock: { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + elapsedMs },
        mailer,
        passwords,
        log: createLogger({ level: 'silent' }),
        onJoined: () => Promise.resolve(),
        settings: {
          baseUrl,
          secrets: [Buffer.from(hkdfSync('sha256', 'a secret of tests', '', '', 32)).toString('base64url')],
          sessionSeconds: 3_600,
          passwordSignIn: true,
          oidc: undefined,
          ...changes,
        },
      });
      opened.resolve(context);
      registerMemberRoutes(routes, context);
      registerAuthRoutes(app, context);
      register(context, routes, parts);
    },
    {
      bySession: async (cookies, organizationId) =>
        createAuthenticateSession(await opened.promise)(cookies, organizationId),
    },
  );
  const context = await opened.promise;
  await service.database.pool.query('UPDATE organizations SET operator = true WHERE id = $1', [HOME]);
  const openBrowser = (): Browser => browse(service);
  return {
    ...service,
    context,
    mails,
    openBrowser,
    elapseRefusals: () => void (elapsedMs += 3_600_000),
    forgetAttempts: async () => {
      await service.database.pool.query('DELETE FROM sign_in_attempts');
      elapsedMs += 3_600_000;
    },
    setUpOwner: async (email, organizationId = HOME) => {
      const { token } = await createSetupLink(service.database, { organizationId, email: undefined });
      const browser = openBrowser();
      requireStatus(await browser.request('POST', '/auth/setup', { token, name: 'Owner', email, password }), 200);
      return browser;
    },
    join: async (email, role) => {
      const invited = await service.request('POST', '/v1/organization/invitations', {
        body: { email, role, sendMail: false },
      });
      requireStatus(invited, 201);
      const browser = openBrowser();
      const body = { token: tokenOf(invited.json.acceptUrl), name: email, password };
      requireStatus(await browser.request('POST', '/auth/invitation', body), 200);
      return browser;
    },
    listEvents: async (name) => {
      const { rows } = await service.database.pool.query<{ event: string }>(
        `SELECT action || ' ' || result AS event FROM audit_events
         WHERE target_name = $1 OR actor_name = $1 ORDER BY id DESC`,
        [name],
      );
      return rows.map(({ event }) => event);
    },
  };
}

/** Returns the token in an invitation, setup or reset link. */
export const tokenOf = (text: string): string => /token=([\w-]+)/.exec(text)?.[1] ?? '';

export const uniqueEmail = (name: string): string => `${name}-${randomUUID().slice(0, 8)}@example.com`;

function browse(service: ModuleRoutes<AccountTables>): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    request: async (method, path, body, headers = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await service.request(method, path, {
        as: null,
        ...(body !== undefined && { body }),
        headers: { ...(cookie !== '' && { cookie }), origin: baseUrl, ...headers },
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0(;|$)/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}

function requireStatus(answer: ModuleAnswer, status: number): void {
  if (answer.status !== status) throw new Error(`answered ${answer.status} ${answer.text}`);
}
