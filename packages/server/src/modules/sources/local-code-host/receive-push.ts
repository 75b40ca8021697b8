import { PassThrough, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { recordAuditEvent, type Author } from '../../foundation/audit-log/index.ts';
import { branchRef, findCommit } from './bare-repository.ts';
import type { LocalCodeHostOptions } from './context.ts';
import { GitRefusal } from './git-refusal.ts';
import type { LocalRepository } from './local-code-host.ts';
import {
  findPushFault,
  isDeletion,
  readMovedRefs,
  readPushCommands,
  refusePush,
  type PushCommands,
} from './push-commands.ts';
import { refreshPullRequests } from './refresh-pull-request.ts';
import { serveUpload, type ServeRequest, type Upload } from './serve-git.ts';

export interface Push {
  readonly repository: LocalRepository;
  readonly author: Author;
  readonly request: ServeRequest;
  readonly upload: Upload;
}

export interface ReceivedPush {
  readonly answer: Readable;
  /** Resolves when every reference has moved, and the audit log contains the moves. */
  readonly ended: Promise<void>;
}

/**
 * Accepts a push of branches and tags with plain names. The default branch's history can't be rewritten. The moved
 * references are recorded as an event in the audit log. Returns `undefined` if the bytes aren't a valid git push.
 */
export async function receivePush(options: LocalCodeHostOptions, push: Push): Promise<ReceivedPush | undefined> {
  const { organizationId } = push.repository;
  const room = (await options.storage?.roomOf(organizationId)) ?? Number.POSITIVE_INFINITY;
  // A push can't exceed the remaining space. An organization at its quota can still delete references.
  const maxPushBytes = Math.min(options.settings.maxPushBytes, Math.max(room, commandBytes));
  const body = decode(push.upload);
  const commands = await readPushCommands(body).catch(refuseDamaged);
  if (commands === undefined) return undefined;
  let bytes = 0;
  const count = (chunk: Buffer): void => void (bytes += chunk.length);
  const whole = Readable.from(joined(commands.head, body, count), { objectMode: false });
  // Deletions free space, so they are never refused because of the quota.
  const isFull = room <= 0 && !commands.updates.every(isDeletion);
  const excess = isFull ? await options.storage?.findExcess(organizationId) : undefined;
  const findFault = (update: PushCommands['updates'][number]): string | undefined =>
    findPushFault(update) ?? (excess === undefined ? undefined : `storage_quota_exceeded: ${excess}`);
  if (commands.updates.some((update) => findFault(update) !== undefined)) {
    await drain(whole, options.settings.maxPushBytes).catch(refuseDamaged);
    return { answer: Readable.from([refusePush(commands, findFault)]), ended: Promise.resolve() };
  }
  const isProtected = commands.updates.some(({ ref }) => ref === branchRef(push.repository.defaultBranch));
  const request = {
    ...push.request,
    settings: { ...push.request.settings, maxPushBytes },
    denyNonFastForwards: isProtected && options.settings.protectDefaultBranch,
  };
  const served = serveUpload(request, { body: whole, isGzipped: false });
  const ended = served.ended.then(async () => {
    await options.storage?.added(organizationId, { repositories: bytes });
    const moved = await recordPush(options, push, { commands, output: served.output() });
    await refreshPullRequests(options, push.repository);
    const branches = moved.flatMap(({ ref }) => branchOf(ref) ?? []);
    const { repository, author } = push;
    if (branches.length > 0) await options.onBranchMoved?.({ repository, branches, author: author.actor.name });
  });
  return { answer: served.answer, ended };
}

/** Enough for commands for about ten thousand references. */
const commandBytes = 4 * 1024 * 1024;

function decode({ body, isGzipped }: Upload): Readable {
  if (!isGzipped) return body;
  // An error in one stream is passed to the other stream, and therefore to the reader.
  return pipeline(body, createGunzip(), new PassThrough(), () => undefined);
}

/**
 * Reads a refused push, up to the size limit of an accepted push, because a client doesn't read a response while it is
 * still sending.
 */
async function drain(body: Readable, maxBytes: number): Promise<void> {
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new GitRefusal(413, `The request is larger than ${maxBytes} bytes.`);
  }
}

/** Throws the error to report: an invalid gzip body is the client's error. */
function refuseDamaged(error: NodeJS.ErrnoException): never {
  throw error.code?.startsWith('Z_') === true ? new GitRefusal(400, 'The body is not gzip.') : error;
}

async function* joined(head: Buffer, rest: Readable, count: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  count(head);
  yield head;
  for await (const chunk of rest as AsyncIterable<Buffer>) {
    count(chunk);
    yield chunk;
  }
}

/** Maximum number of references that the event for a push lists. */
const maxRefsNamed = 50;

async function recordPush(
  options: LocalCodeHostOptions,
  { repository, author, request }: Push,
  { commands, output }: { readonly commands: PushCommands; readonly output: Buffer },
): Promise<PushCommands['updates']> {
  const reported = readMovedRefs(output, commands);
  const moved = [];
  for (const update of commands.updates) {
    // A client can omit the report. The reference itself then shows whether it moved.
    const isMoved =
      commands.capabilities.has('report-status') || commands.capabilities.has('report-status-v2')
        ? reported.has(update.ref)
        : (await findCommit(request, update.ref)) === (isDeletion(update) ? undefined : update.to);
    if (isMoved) moved.push(update);
  }
  if (moved.length === 0) return moved;
  await recordAuditEvent(options.database.kysely, author, {
    action: 'repository.pushed',
    target: { kind: 'repository', id: repository.id, name: repository.name },
    details: {
      refs: moved.slice(0, maxRefsNamed).map(({ ref, from, to }) => ({ ref: ref.slice(0, 200), from, to })),
      refCount: moved.length,
    },
  });
  return moved;
}

const branchOf = (ref: string): string | undefined =>
  ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
