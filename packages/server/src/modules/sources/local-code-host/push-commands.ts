/** The commands of a push, and the response to a refused push, as bytes of git's protocol (gitprotocol-pack). */
import type { Readable } from 'node:stream';
import { branchNameRule, isBranchName } from '../../../platform/git/index.ts';

export interface RefUpdate {
  readonly ref: string;
  /** Commit IDs; zeros for a reference that doesn't exist yet or will be deleted. */
  readonly from: string;
  readonly to: string;
}

export interface PushCommands {
  readonly updates: readonly RefUpdate[];
  readonly capabilities: ReadonlySet<string>;
  /** All bytes that were read: the commands, and data that arrived with them. */
  readonly head: Buffer;
}

/** Enough for about ten thousand references. */
const maxCommandBytes = 4 * 1024 * 1024;

/**
 * Reads up to the end of the commands, and leaves the remaining bytes in `source`. Returns `undefined` if the bytes
 * aren't a valid push.
 */
export async function readPushCommands(source: Readable): Promise<PushCommands | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    const head = Buffer.concat(chunks);
    const lines = readPacketLines(head);
    if (lines === undefined || size > maxCommandBytes) return undefined;
    if (lines.isComplete) return { ...parseCommands(lines.texts), head };
  }
  return undefined;
}

interface PacketLines {
  readonly texts: readonly string[];
  /** Whether the packet that ends the commands has arrived. */
  readonly isComplete: boolean;
}

function readPacketLines(bytes: Buffer): PacketLines | undefined {
  const texts: string[] = [];
  for (let offset = 0; offset + 4 <= bytes.length;) {
    const digits = bytes.toString('latin1', offset, offset + 4);
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
    if (length === 0) return { texts, isComplete: true };
    if (length < 4) return undefined;
    if (offset + length > bytes.length) break;
    texts.push(bytes.toString('utf8', offset + 4, offset + length).replace(/\n$/, ''));
    offset += length;
  }
  return { texts, isComplete: false };
}

const command = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+)$/s;

function parseCommands(lines: readonly string[]): Omit<PushCommands, 'head'> {
  const [, capabilities = ''] = lines.find((line) => line.includes('\0'))?.split('\0') ?? [];
  const updates = lines.flatMap((line) => {
    const [, from, to, ref] = command.exec(line.split('\0', 1)[0] ?? '') ?? [];
    return from === undefined || to === undefined || ref === undefined ? [] : [{ from, to, ref }];
  });
  return { updates, capabilities: new Set(capabilities.split(' ').filter(Boolean)) };
}

export const isDeletion = ({ to }: RefUpdate): boolean => /^0+$/.test(to);

/** The reason why a reference can't be pushed, regardless of permissions; `undefined` if it is allowed. */
export function findPushFault(update: RefUpdate): string | undefined {
  const [, name] = /^refs\/(?:heads|tags)\/(.+)$/s.exec(update.ref) ?? [];
  if (name === undefined) return 'only branches (refs/heads/) and tags (refs/tags/) can be pushed here';
  if (isDeletion(update) || isBranchName(name)) return undefined;
  return `names of branches and tags must follow these rules: ${branchNameRule}`;
}

/** The response to a push that is refused as a whole: each reference with its reason. */
export function refusePush({ updates, capabilities }: PushCommands, findReason: typeof findPushFault): Buffer {
  const lines = updates.map((update) => {
    const reason = findReason(update) ?? 'another reference of this push was refused';
    return `ng ${update.ref} ${reason}\n`;
  });
  const report = [packet('unpack ok\n'), ...lines.map(packet), flush].join('');
  if (!capabilities.has('side-band-64k')) return Buffer.from(report);
  const pieces = report.match(/[^]{1,16000}/g) ?? [];
  return Buffer.from([...pieces.map((piece) => packet(`\u0001${piece}`)), flush].join(''));
}

/** References that were moved, according to git's own response. */
export function readMovedRefs(answer: Buffer, { capabilities }: PushCommands): ReadonlySet<string> {
  const report = capabilities.has('side-band-64k') ? readBand(answer) : answer;
  const lines = readPacketLines(report)?.texts ?? [];
  return new Set(lines.flatMap((line) => (line.startsWith('ok ') ? [line.slice(3)] : [])));
}

/** The first band: the report for the client's git, without progress and errors for people. */
function readBand(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let offset = 0; offset + 4 < bytes.length;) {
    const length = Number.parseInt(bytes.toString('latin1', offset, offset + 4), 16);
    if (!(length >= 5)) break;
    if (bytes[offset + 4] === 1) pieces.push(bytes.subarray(offset + 5, offset + length));
    offset += length;
  }
  return Buffer.concat(pieces);
}

const flush = '0000';
const packet = (text: string): string => (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;
