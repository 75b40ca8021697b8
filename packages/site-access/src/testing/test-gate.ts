/** A gate without HTTP, with a clock that tests control, and browsers with cookies. */
import { randomBytes } from 'node:crypto';
import type { GateAnswer } from '../gate/gate-answer.ts';
import type { GateRequest, Peer } from '../gate/gate-request.ts';
import type { GateSite } from '../gate/gate-site.ts';
import type { GateEvent, GatePorts, MemberPort } from '../gate/ports.ts';
import { SiteGate } from '../gate/site-gate.ts';
import { createMemoryStore, type MemoryStore } from './memory-store.ts';
import { OutgoingError, type OutgoingFetch } from '../oauth/outgoing-fetch.ts';
import type { Reader } from '../reader.ts';
import type { SignInTestResult } from '../sign-in-test.ts';
import type { SiteAccess } from '../site-access.ts';

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly form?: Readonly<Record<string, string>>;
  /** A raw body instead of a form. */
  readonly body?: string;
  readonly address?: string;
  readonly peer?: Partial<Peer>;
}

/** The result of a request: the site itself, or the gate's response. */
export interface GateReply {
  readonly reader: Reader | undefined;
  /** 200 if the request was admitted. */
  readonly status: number;
  readonly isAdmitted: boolean;
  readonly text: string;
  readonly location: string;
  readonly cookies: readonly string[];
  header(name: string): string | undefined;
}

export interface TestGate {
  readonly gate: SiteGate;
  nowMs: number;
  /** Passwords by ID. */
  readonly passwords: Map<string, string>;
  readonly events: GateEvent[];
  readonly ended: Set<string>;
  readonly results: Map<string, SignInTestResult>;
  readonly tests: Map<string, SiteAccess>;
  readonly store: MemoryStore;
  openBrowser(site: GateSite): TestBrowser;
}

export const rules = { sessionSeconds: 3_600, sessionEpoch: 0 };

export const toSite = (access: SiteAccess, changes: Partial<GateSite> = {}): GateSite => ({
  id: 'env_docs',
  access,
  basePath: '',
  scheme: 'https',
  hosts: ['docs.example'],
  ...changes,
});

export function openGate(changes: Partial<GatePorts> = {}): TestGate {
  const used = new Set<string>();
  const state = {
    nowMs: Date.now(),
    passwords: new Map<string, string>(),
    events: [] as GateEvent[],
    ended: new Set<string>(),
    results: new Map<string, SignInTestResult>(),
    tests: new Map<string, SiteAccess>(),
    store: createMemoryStore(),
  };
  const gate = new SiteGate({
    nowMs: () => state.nowMs,
    secrets: ['a secret of tests'],
    guess: async (_site, { password }) => {
      const right = [...state.passwords].find(([, text]) => text === password);
      return right === undefined ? { kind: 'wrong' } : { kind: 'right', passwordId: right[0] };
    },
    members: undefined,
    fetch: plainFetch,
    takeSignIn: () => 0,
    useOnce: async ({ id }, { digest }) => {
      const isNew = !used.has(id + digest);
      used.add(id + digest);
      return isNew;
    },
    endedSessions: {
      has: (_site, id) => state.ended.has(id),
      end: async (_site, { id }) => void state.ended.add(id),
    },
    report: (_site, event) => void state.events.push(event),
    store: state.store,
    tests: {
      find: async (_site, token) => {
        const access = state.tests.get(token);
        return access === undefined ? undefined : { id: token, access };
      },
      store: async (_site, id, result) => {
        state.tests.delete(id);
        state.results.set(id, result);
      },
    },
    ...changes,
  });
  return Object.assign(state, { gate, openBrowser: (site: GateSite) => new TestBrowser(gate, site) });
}

/** Stores cookies like a browser, unless a test turns them off. */
export class TestBrowser {
  readonly #gate: SiteGate;
  readonly cookies = new Map<string, string>();
  keepsCookies = true;
  site: GateSite;

  constructor(gate: SiteGate, site: GateSite) {
    this.#gate = gate;
    this.site = site;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Opens a page, without following redirects. */
  open(target: string, asked: Asked = {}): Promise<GateReply> {
    return this.ask(target, { ...asked, headers: { accept: 'text/html', ...asked.headers } });
  }

  /** Submits a form of one of the site's pages. */
  send(target: string, form: Readonly<Record<string, string>>, asked: Asked = {}): Promise<GateReply> {
    const headers = { accept: 'text/html', origin: `${this.site.scheme}://${this.site.hosts[0]}`, ...asked.headers };
    return this.ask(target, { method: 'POST', form, ...asked, headers });
  }

  async ask(target: string, asked: Asked = {}): Promise<GateReply> {
    const [pathname = '', query = ''] = target.split(/\?(.*)/s, 2);
    const own = this.cookieHeader === '' ? {} : { cookie: this.cookieHeader };
    const headers = { ...own, ...asked.headers };
    const result = await this.#gate.admit(this.site, toRequest({ ...asked, headers }, pathname, query));
    if (result.kind === 'admitted')
      return { ...blank, reader: result.reader, status: 200, isAdmitted: true, header: () => undefined };
    return this.#keep(result.answer);
  }

  #keep({ status, headers, body }: GateAnswer): GateReply {
    const values = (wanted: string): string[] =>
      headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === wanted);
    const cookies = values('set-cookie');
    for (const line of this.keepsCookies ? cookies : []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (line.includes('Max-Age=0;')) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return {
      ...blank,
      status,
      text: body?.toString() ?? '',
      location: values('location')[0] ?? '',
      cookies,
      header: (name) => values(name.toLowerCase())[0],
    };
  }
}

const blank = { reader: undefined, isAdmitted: false, text: '', location: '', cookies: [] } as const;

function toRequest(asked: Asked, pathname: string, query: string): GateRequest {
  const { method = 'GET', headers = {}, form, body, address = '192.0.2.1', peer = {} } = asked;
  const valuesOf = (name: string): readonly string[] => {
    const value = headers[name];
    return value === undefined ? [] : typeof value === 'string' ? [value] : value;
  };
  return {
    method,
    pathname,
    query,
    address,
    peer: { address, certificateSubject: undefined, ...peer },
    header: (name) => (valuesOf(name).length === 0 ? undefined : valuesOf(name).join(', ')),
    headerValues: valuesOf,
    readBody: async (maxBytes) => {
      const bytes = Buffer.from(body ?? '');
      return bytes.length > maxBytes ? undefined : bytes;
    },
    readForm: async (maxBytes) => {
      const text = new URLSearchParams(form).toString();
      return text.length > maxBytes ? undefined : new URLSearchParams(text);
    },
  };
}

/** Sends requests without checks, to the tests' own servers. */
export const plainFetch: OutgoingFetch = async ({ method, url, headers, body, maxBytes, signal }) => {
  const response = await fetch(url, {
    method,
    headers: { ...headers },
    redirect: 'manual',
    ...(body !== undefined && { body }),
    ...(signal !== undefined && { signal }),
  }).catch((error: unknown) => {
    throw new OutgoingError('no response', { cause: error });
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new OutgoingError('too large', { isTooLarge: true });
    chunks.push(chunk);
  }
  return { status: response.status, headers: Object.fromEntries(response.headers), body: Buffer.concat(chunks) };
};

/** A dashboard in which everyone has a session. */
export function openDashboard() {
  const codes = new Map<string, { readonly session: string; readonly siteId: string; readonly challenge: string }>();
  const members = new Set<string>();
  const groups = new Map<string, readonly string[]>();
  const none: readonly string[] = [];
  const port: MemberPort = {
    toSignInUrl: ({ id }, { challenge, returnTo }) =>
      `https://dashboard.example/open?${new URLSearchParams({ site: id, challenge, to: returnTo }).toString()}`,
    takeCode: async ({ id }, { code, challenge }) => {
      const known = codes.get(code);
      codes.delete(code);
      return known?.siteId === id && known.challenge === challenge ? known.session : undefined;
    },
    findMember: async (_site, session) =>
      members.has(session) ? { userId: `user of ${session}`, name: undefined, email: undefined } : undefined,
    findGroups: async (_site, session) => (members.has(session) ? (groups.get(session) ?? none) : undefined),
    findGroupsOfUser: async (_site, userId) => {
      const session = [...members].find((each) => userId === `user of ${each}`);
      return session === undefined ? undefined : (groups.get(session) ?? none);
    },
  };
  return {
    port,
    members,
    /** Reader groups by session. */
    groups,
    /** The path on the site to which the dashboard redirects a member back. */
    toCallback: (signInUrl: string, session = 'session_ada'): string => {
      const { searchParams } = new URL(signInUrl);
      const code = randomBytes(32).toString('base64url');
      const [siteId, challenge, to] = ['site', 'challenge', 'to'].map((name) => searchParams.get(name) ?? '');
      codes.set(code, { session, siteId: siteId ?? '', challenge: challenge ?? '' });
      members.add(session);
      return `/login/members-callback?${new URLSearchParams({ code, redirect: to ?? '' }).toString()}`;
    },
  };
}
