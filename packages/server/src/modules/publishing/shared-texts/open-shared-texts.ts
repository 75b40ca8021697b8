import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { newId } from '../../../platform/ids/index.ts';
import type { NotificationHub } from '../../../platform/database/index.ts';
import {
  acceptUpgrades,
  ApiError,
  hasScope,
  OpenStreams,
  readOrigin,
  requireSameSite,
  type AuthenticateSession,
  type Principal,
} from '../../../platform/http/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import {
  findTarget,
  openBranch,
  readBaseText,
  requireChangeable,
  requireReadable,
  type DraftDeps,
  type DraftTarget,
} from '../drafts/index.ts';
import { connectionLimits, requireAccess, serveConnection, type ConnectionLimits } from './connection.ts';
import { closeCodes } from '@docwright/doc-agent/shared-text-messages';
import { People, type PeopleTiming } from './people.ts';
import { Rooms, type RoomsTiming } from './rooms.ts';
import type { Branch } from './settle-text.ts';
import type { SharedTextTables } from './tables.ts';

export interface SharedTextsDeps {
  readonly drafts: DraftDeps;
  readonly database: Database<SharedTextTables>;
  readonly notifications: NotificationHub;
  readonly bySession: AuthenticateSession;
  /** The address of the dashboard, the only page that can connect. */
  readonly baseUrl: string;
  readonly timing?: Partial<RoomsTiming & PeopleTiming & ConnectionLimits>;
}

export interface SharedTexts {
  /** Writes a branch's texts into its draft. */
  settle(branch: Branch): Promise<void>;
  connections(): number;
}

/** One process's connections. One organization or person has at most half of them. */
const maxConnections = 4_000;
const maxConnectionsOfPerson = 50;
/** The largest update: a page that is pasted as a whole. */
const maxMessageBytes = 6 * 1024 * 1024;
/** Proxies close connections that are idle for a minute. */
const heartbeatMs = 25_000;

const path = '/v1/projects/:projectId/drafts/:branch/shared-text';

/**
 * WebSocket `…/drafts/{branch}/shared-text?path=…`: the text of one file, and the people in the draft. Members with a
 * session connect from the dashboard. `messages.ts` describes the messages.
 */
export function openSharedTexts(app: FastifyInstance, deps: SharedTextsDeps): SharedTexts {
  const { drafts, database, notifications, timing = {} } = deps;
  const rooms = new Rooms({ drafts, database, notifications, timing });
  const people = new People({ database, notifications, log: drafts.log, timing });
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });
  const upgrades = acceptUpgrades(app);
  const streams = new OpenStreams(maxConnections);
  const persons = new PersonLimit(maxConnectionsOfPerson);
  const heartbeat = watchHeartbeats(server);
  app.addHook('onReady', async () => {
    await rooms.start();
    await people.start();
  });
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    for (const socket of server.clients) socket.close(closeCodes.leaving, 'The service is restarting.');
    await rooms.stop();
    await people.stop();
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  app.get<SharedTextRequest>(path, async (request, reply) => {
    const identify = (): Promise<Principal> => identifyCaller(deps, request);
    const principal = await identify();
    const branch = await findTarget(drafts, principal, request.params);
    const file = readPath(request);
    requireAccess(principal, { projectId: branch.project.id, canWrite: false });
    const canWrite = hasScope(principal, 'content:write') && (await isChangeable(drafts, branch, file));
    const leave = persons.enter(`${principal.organizationId} ${principal.actor.id}`);
    await using cleanup = new AsyncDisposableStack();
    cleanup.defer(leave);
    const stream = streams.open({ principal, credential: credentialOf(request), identify });
    cleanup.defer(() => stream.close());
    const room = await rooms.open(branch, file, principal);
    const upgrade = request.raw.socket.destroyed ? undefined : upgrades.take(request, reply);
    if (upgrade === undefined) throw notWebSocket();
    const { socket: connection } = upgrade;
    const owned = cleanup.move();
    connection.once('close', () => {
      void owned.disposeAsync();
      void rooms.close(branch, room);
    });
    server.handleUpgrade(upgrade.request, connection, upgrade.head, (socket: WebSocket) => {
      server.emit('connection', socket);
      const { project, branch: name } = branch;
      const key = newId('con');
      const limits = { ...connectionLimits, ...timing };
      const { log } = drafts;
      serveConnection(socket, {
        room,
        people,
        principal,
        projectId: project.id,
        branch: name,
        canWrite,
        stream,
        key,
        log,
        limits,
      });
    });
    return reply;
  });
  return { settle: (branch) => rooms.settleBranch(branch), connections: () => server.clients.size };
}

interface SharedTextRequest {
  readonly Params: { readonly projectId: string; readonly branch: string };
  readonly Querystring: Readonly<Record<string, unknown>>;
}

const notWebSocket = (): ApiError =>
  new ApiError('invalid_request', 'This address is for WebSockets: send the header "Upgrade: websocket".', {
    headers: { upgrade: 'websocket' },
  });

/** @throws ApiError invalid_request, draft_file_refused */
function readPath({ query, headers }: FastifyRequest<SharedTextRequest>): string {
  const { path: file } = query;
  if (typeof file !== 'string' || file === '')
    throw new ApiError('invalid_request', 'The parameter "path" must name one file.');
  requireReadable(file);
  if (headers.upgrade?.toLowerCase() !== 'websocket') throw notWebSocket();
  return file;
}

/** @throws ApiError cross_site_request, session_expired, not_found, insufficient_scope */
async function identifyCaller(
  { bySession, baseUrl }: SharedTextsDeps,
  request: FastifyRequest<SharedTextRequest>,
): Promise<Principal> {
  // Browsers send cookies with WebSocket requests from any site.
  requireSameSite(request.headers, baseUrl);
  const { organization } = request.query;
  const identity = await bySession(
    request.headers.cookie ?? '',
    typeof organization === 'string' ? organization : undefined,
  );
  if (identity === undefined) throw new ApiError('session_expired', 'The session has ended. Sign in again.');
  return { ...identity, origin: readOrigin(request) };
}

/** Files that a draft can't change are read-only, as all files are for viewers. */
async function isChangeable(drafts: DraftDeps, branch: DraftTarget, file: string): Promise<boolean> {
  const opened = await openBranch(drafts, branch, { isSettled: true });
  try {
    await requireChangeable(file, { isNew: false, readText: (path) => readBaseText(opened, path) });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'draft_file_refused') return false;
    throw error;
  }
}

/** Closes connections whose clients have disappeared without closing them. */
function watchHeartbeats(server: WebSocketServer): NodeJS.Timeout {
  const answered = new WeakSet<WebSocket>();
  server.on('connection', (socket: WebSocket) => {
    answered.add(socket);
    socket.on('pong', () => answered.add(socket));
  });
  return setInterval(() => {
    for (const socket of server.clients) {
      if (!answered.has(socket)) socket.terminate();
      answered.delete(socket);
      socket.ping();
    }
  }, heartbeatMs);
}

function credentialOf({ headers, query }: FastifyRequest<SharedTextRequest>): string {
  return createHash('sha256')
    .update(JSON.stringify([headers.cookie, headers.origin, query['organization']]))
    .digest('base64');
}

/** Limits the number of files that one person has open. */
class PersonLimit {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts an open file, and returns a function that releases it. @throws ApiError too_many_streams */
  enter(person: string): () => void {
    const count = this.#open.get(person) ?? 0;
    if (count >= this.#most)
      throw new ApiError(
        'too_many_streams',
        `You have ${this.#most} files open in the editor, which is the limit. Close some.`,
      );
    this.#open.set(person, count + 1);
    return () => {
      const left = (this.#open.get(person) ?? 1) - 1;
      if (left === 0) this.#open.delete(person);
      else this.#open.set(person, left);
    };
  }
}
