/**
 * Git's smart HTTP protocol (gitprotocol-http) over `upload-pack` and `receive-pack --stateless-rpc`. Bytes are
 * streamed; nothing is buffered in memory.
 */
import { PassThrough, pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  findRepositoryDamage,
  type Git,
  GitError,
  type GitProcess,
  repositoryDamaged,
} from '../../../platform/git/index.ts';
import { GitRefusal } from './git-refusal.ts';
import type { LocalCodeHostSettings } from './settings.ts';

export type GitService = 'git-upload-pack' | 'git-receive-pack';

export function isGitService(name: unknown): name is GitService {
  return name === 'git-upload-pack' || name === 'git-receive-pack';
}

export interface ServeRequest {
  readonly git: Git;
  readonly gitDir: string;
  readonly service: GitService;
  readonly settings: LocalCodeHostSettings;
  /** The `Git-Protocol` header. */
  readonly protocol: string | undefined;
  readonly signal: AbortSignal;
  /** Whether a push that rewrites history is refused. */
  readonly denyNonFastForwards: boolean;
}

const PROTOCOL = /^version=[012]$/;

/** The response to `GET …/info/refs?service=…`. */
export function advertiseRefs(request: ServeRequest): Readable {
  const process = start(request, '--http-backend-info-refs');
  process.stdin.end();
  const answer = new PassThrough();
  // Sent only with git's first bytes, because a failure without output has its own status.
  process.stdout.once('data', () => {
    if (!isVersion2(request)) answer.write(`${packetLine(`# service=${request.service}\n`)}0000`);
  });
  void pipeAnswer(request, process, { answer, findRefusal: () => undefined });
  return answer;
}

export interface Upload {
  readonly body: Readable;
  readonly isGzipped: boolean;
}

export interface ServedUpload {
  readonly answer: Readable;
  /** Resolves when git has ended and every reference has moved. */
  readonly ended: Promise<void>;
  /** Returns git's response so far, up to the size of a report. */
  readonly output: () => Buffer;
}

/** Enough for git's report on about ten thousand references. */
const maxReportBytes = 4 * 1024 * 1024;

/** The response to `POST …/git-upload-pack` and `POST …/git-receive-pack`. */
export function serveUpload(request: ServeRequest, upload: Upload): ServedUpload {
  const process = start(request, '--stateless-rpc');
  const limit = limitBytes(
    request.service === 'git-receive-pack' ? request.settings.maxPushBytes : request.settings.maxFetchRequestBytes,
  );
  const steps = upload.isGzipped
    ? [upload.body, createGunzip(), limit, process.stdin]
    : [upload.body, limit, process.stdin];
  let refusal: GitRefusal | undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  process.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (request.service === 'git-receive-pack' && size <= maxReportBytes) chunks.push(chunk);
  });
  // An interrupted or oversized body ends git, which then moves no reference. If git is already sending a report, the
  // report is passed on: killing git would truncate it, and git's input ends in either case.
  const breakOff = (error: NodeJS.ErrnoException | null | undefined): void => {
    if (!error || isEarlyEnd(error)) return;
    if (error instanceof GitRefusal) refusal = error;
    else if (error.code?.startsWith('Z_') === true) refusal = new GitRefusal(400, 'The body is not gzip.');
    if (size === 0) process.kill();
  };
  // The pipeline reports an error only when its source has ended. A client that stops sending delays that.
  limit.once('error', breakOff);
  pipeline(steps, breakOff);
  const answer = new PassThrough();
  const ended = pipeAnswer(request, process, { answer, findRefusal: () => refusal });
  return { answer, ended, output: () => Buffer.concat(chunks) };
}

function start(
  { git, gitDir, service, settings, protocol, signal, denyNonFastForwards }: ServeRequest,
  mode: string,
): GitProcess {
  const version = protocol !== undefined && PROTOCOL.test(protocol) ? protocol : undefined;
  return git.start({
    args: [service.slice('git-'.length), mode, gitDir],
    config: [
      { key: 'uploadpack.allowFilter', value: 'true' },
      { key: 'uploadpack.allowReachableSHA1InWant', value: 'true' },
      ...visibleRefs,
      { key: 'receive.denyNonFastForwards', value: String(denyNonFastForwards) },
      { key: 'receive.fsckObjects', value: 'true' },
      { key: 'receive.maxInputSize', value: String(settings.maxPushBytes) },
      { key: 'receive.autogc', value: 'false' },
      { key: 'receive.advertisePushOptions', value: 'false' },
    ],
    environment: service === 'git-upload-pack' && version !== undefined ? { GIT_PROTOCOL: version } : {},
    signal,
    timeoutMs: git.settings.fetchTimeoutMs,
  });
}

/** Later lines take precedence. Pull requests' commits can be fetched; other internal references are hidden. */
const visibleRefs = [
  { key: 'receive.hideRefs', value: 'refs' },
  { key: 'receive.hideRefs', value: '!refs/heads' },
  { key: 'receive.hideRefs', value: '!refs/tags' },
  { key: 'uploadpack.hideRefs', value: 'refs' },
  { key: 'uploadpack.hideRefs', value: '!refs/heads' },
  { key: 'uploadpack.hideRefs', value: '!refs/tags' },
  { key: 'uploadpack.hideRefs', value: '!refs/pulls' },
];

/** Whether version 2 is used. `receive-pack` doesn't support it, and clients never request it there. */
function isVersion2({ service, protocol }: ServeRequest): boolean {
  return service === 'git-upload-pack' && protocol === 'version=2';
}

/** Git's messages on standard error for a body that violates its protocol, or is truncated. */
const protocolFault = /protocol error|hung up unexpectedly|early EOF|bad line length|expected |invalid /i;

async function pipeAnswer(
  { git, gitDir }: ServeRequest,
  process: GitProcess,
  { answer, findRefusal }: { readonly answer: PassThrough; readonly findRefusal: () => GitRefusal | undefined },
): Promise<void> {
  let hasAnswered = false;
  // A disconnected client needs no error.
  answer.on('error', () => {});
  process.stdout.once('data', () => {
    hasAnswered = true;
  });
  process.stdout.pipe(answer, { end: false });
  try {
    const { exitCode, stderr } = await process.ended;
    // git reports errors to its client in the protocol. Only an end without output is a broken connection.
    const refusal = findRefusal();
    if (hasAnswered) answer.end();
    // The refusal counts even if git itself has ended, because no output of git was read.
    else if (refusal !== undefined) answer.destroy(refusal);
    else if (exitCode === 0) answer.end();
    else if (protocolFault.test(stderr))
      answer.destroy(new GitRefusal(400, 'The body is not valid in the Git protocol.'));
    else answer.destroy(await explain(git, gitDir));
  } catch (error) {
    answer.destroy(findRefusal() ?? (error instanceof Error ? error : undefined));
  }
}

/** Explains why git ended without a response: the repository is damaged, or another error occurred. */
async function explain(git: Git, gitDir: string): Promise<Error> {
  const damage = await findRepositoryDamage(git, gitDir);
  return damage === undefined
    ? new GitError('git-failed', 'git could not serve the request.')
    : new GitRefusal(503, repositoryDamaged(damage).message);
}

function packetLine(text: string): string {
  return (text.length + 4).toString(16).padStart(4, '0') + text;
}

function limitBytes(maxBytes: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      size += chunk.length;
      if (size > maxBytes) done(new GitRefusal(413, `The request is larger than ${maxBytes} bytes.`));
      else done(null, chunk);
    },
  });
}

/** Whether git stopped reading early: it may have read everything it needs before the body ends. */
function isEarlyEnd(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET';
}
