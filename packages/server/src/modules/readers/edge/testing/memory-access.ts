import type { SignInTestResult, SiteAccess } from '@docwright/site-access';
import { hashPassword } from '@docwright/site-access';
import type { EdgeAccess, StartedSession, StoredPassword } from '../edge-access.ts';
import { noAccess, publicAccess } from '../edge-access.ts';

export interface MemoryAccess extends EdgeAccess {
  /** The access settings of a project's site. Edges notice a change with the site's next notification. */
  readonly sites: Map<string, SiteAccess>;
  readonly sessions: StartedSession[];
  readonly endedIds: string[];
  readonly tests: Map<string, SiteAccess>;
  readonly results: Map<string, SignInTestResult>;
  /** Whether requests throw instead of returning settings. */
  isAway: boolean;
  addPassword(projectId: string, id: string, password: string): Promise<void>;
}

/** Creates a replacement for the module that stores sites' access settings. */
export function createMemoryAccess(): MemoryAccess {
  const passwords = new Map<string, StoredPassword[]>();
  const memory: MemoryAccess = {
    ...noAccess,
    sites: new Map(),
    sessions: [],
    endedIds: [],
    tests: new Map(),
    results: new Map(),
    isAway: false,
    addPassword: async (projectId, id, password) => {
      passwords.set(projectId, [...(passwords.get(projectId) ?? []), { id, hash: await hashPassword(password) }]);
    },
    find: async ({ projectId }) => {
      if (memory.isAway) throw new Error('the settings cannot be read');
      return memory.sites.get(projectId) ?? publicAccess;
    },
    listPasswords: async (projectId) => passwords.get(projectId) ?? [],
    recordSession: async (session) => void memory.sessions.push(session),
    endSession: async ({ id }) => void memory.endedIds.push(id),
    findTest: async ({ token }) => {
      const access = memory.tests.get(token);
      return access === undefined ? undefined : { id: token, access };
    },
    storeTest: async ({ id, result }) => void memory.results.set(id, result),
  };
  return memory;
}
