import { PassThrough, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { recordAuditEvent, type Author } from '../audit-log/index.ts';
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
import { limitBytes, serveUpload, type ServeRequest, type Upload } from './serve-git.ts';

export interface Push {
  readonly repository: LocalRepository;
  readonly author: Author;
  readonly request: ServeRequest;
  readonly upload: Upload;
}

export interface ReceivedPush {
  readonly answer: Readable;
  /** When every reference has moved, and the audit log says which. */
  readonly ended: Promise<void>;
}

/**
 * Takes a push: branches and tags with plain names, and of the default branch no rewritten history. What git has moved is an
 * event in the audit log. Undefined for what is no push of git's.
 */
export async function receivePush(options: LocalCodeHostOptions, push: Push): Promise<ReceivedPush | undefined> {
  const { organizationId } = push.repository;
  const room = (await options.storage?.roomOf(organizationId)) ?? Number.POSITIVE_INFINITY;
  // A push doesn't fill more than what is left; its commands may be read in any case.
  const maxPushBytes = Math.min(options.settings.maxPushBytes, Math.max(room, commandBytes));
  const counted = new ByteCount();
  const body = decode(push.upload, maxPushBytes, counted);
  const commands = await readPushCommands(body).catch(refuseDamaged);
  if (commands === undefined) return undefined;
  const whole = Readable.from(joined(commands.head, body), { objectMode: false });
  // Deletions free space, and are never refused for it.
  const isFull = room <= 0 && !commands.updates.every(isDeletion);
  const excess = isFull ? await options.storage?.findExcess(organizationId) : undefined;
  const findFault = (update: PushCommands['updates'][number]): string | undefined =>
    findPushFault(update) ?? (excess === undefined ? undefined : `storage_quota_exceeded: ${excess}`);
  if (commands.updates.some((update) => findFault(update) !== undefined)) {
    // Read to its end: a client that still sends hears no answer.
    await whole.forEach(() => undefined).catch(refuseDamaged);
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
    await options.storage?.added(organizationId, { repositories: counted.bytes });
    const moved = await recordPush(options, push, { commands, output: served.output() });
    await refreshPullRequests(options, push.repository);
    const branches = moved.flatMap(({ ref }) => branchOf(ref) ?? []);
    const { repository, author } = push;
    if (branches.length > 0) await options.onBranchMoved?.({ repository, branches, author: author.actor.name });
  });
  return { answer: served.answer, ended };
}

/** Commands of some ten thousand references. */
const commandBytes = 4 * 1024 * 1024;

class ByteCount {
  bytes = 0;
  add(chunk: Buffer): void {
    this.bytes += chunk.length;
  }
}

/** The limit counts unpacked bytes, before anything is read: a push that is refused in the end unpacks no more than others. */
function decode({ body, isGzipped }: Upload, maxBytes: number, counted: ByteCount): Readable {
  const limit = limitBytes(maxBytes).on('data', (chunk: Buffer) => counted.add(chunk));
  const steps = isGzipped ? [body, createGunzip(), limit] : [body, limit];
  // An error of one stream is an error of the others; whoever reads meets it.
  return pipeline([...steps, new PassThrough()], () => undefined) as unknown as Readable;
}

/** What the client says is gzip, and is not, is its fault and not ours. */
function refuseDamaged(error: NodeJS.ErrnoException): never {
  throw error.code?.startsWith('Z_') === true ? new GitRefusal(400, 'The body is not gzip.') : error;
}

async function* joined(head: Buffer, rest: Readable): AsyncGenerator<Buffer> {
  yield head;
  yield* rest as AsyncIterable<Buffer>;
}

/** References of one push that its event names. */
const maxRefsNamed = 50;

async function recordPush(
  options: LocalCodeHostOptions,
  { repository, author, request }: Push,
  { commands, output }: { readonly commands: PushCommands; readonly output: Buffer },
): Promise<PushCommands['updates']> {
  const reported = readMovedRefs(output, commands);
  const moved = [];
  for (const update of commands.updates) {
    // A client may ask for no report: then the reference itself says whether it moved.
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
