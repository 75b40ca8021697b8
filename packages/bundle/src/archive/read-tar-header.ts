/**
 * Reads tar headers strictly, and rejects everything that two readers could interpret differently. The library
 * `tar-stream` isn't used: it buffers whole extended headers, skips zero blocks anywhere, and uses a PAX `size` instead
 * of the header's, so two readers can find different files in the same bytes.
 */
import { showName } from '../manifest/entry-path.ts';
import { BundleError } from '../errors.ts';

export interface TarHeader {
  readonly name: string;
  readonly sizeBytes: number;
  readonly kind: 'file' | 'folder' | 'pax' | 'global-pax' | 'gnu-long-name';
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function decodeName(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new BundleError(
      'entry-name-encoding',
      `the name ${showName(Buffer.from(bytes).toString('latin1'))} is not UTF-8`,
      {
        cause: error,
      },
    );
  }
}

function untilNul(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

function readOctal(field: Buffer, what: string): number {
  const text = field.toString('latin1');
  const digits = /^ *([0-7]+)[ \0]*$/.exec(text)?.[1];
  // Base-256 is for sizes over 8 GiB, which no policy allows.
  if (digits === undefined)
    throw new BundleError('archive-corrupt', `the ${what} ${showName(text)} of a tar header is not octal`);
  return Number.parseInt(digits, 8);
}

function requireChecksum(block: Buffer): void {
  const stated = readOctal(block.subarray(148, 156), 'checksum');
  // The checksum field itself counts as eight spaces.
  let sum = 8 * 0x20;
  for (let index = 0; index < block.length; index += 1) {
    if (index < 148 || index >= 156) sum += block[index] ?? 0;
  }
  if (sum !== stated) throw new BundleError('archive-corrupt', 'the checksum of a tar header is incorrect');
}

const kinds: Readonly<Record<string, TarHeader['kind']>> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '5': 'folder',
  x: 'pax',
  g: 'global-pax',
  L: 'gnu-long-name',
};

function readKind(flag: string, name: string): TarHeader['kind'] {
  if (flag === '1' || flag === '2' || flag === 'K') throw new BundleError('entry-link', `${showName(name)} is a link`);
  if (flag === '3' || flag === '4' || flag === '6')
    throw new BundleError('entry-device', `${showName(name)} is a device or a FIFO`);
  const kind = kinds[flag];
  if (kind === undefined) throw new BundleError('entry-type', `${showName(name)} has the entry type ${showName(flag)}`);
  return kind;
}

function readName(block: Buffer, isPosix: boolean): string {
  const name = untilNul(block.subarray(0, 100));
  // In GNU's own format this field contains times, not a prefix.
  const prefix = isPosix ? untilNul(block.subarray(345, 500)) : Buffer.alloc(0);
  return prefix.length === 0 ? decodeName(name) : `${decodeName(prefix)}/${decodeName(name)}`;
}

/** Parses a 512-byte block that isn't all zeros. */
export function readTarHeader(block: Buffer): TarHeader {
  requireChecksum(block);
  const magic = block.subarray(257, 265).toString('latin1');
  if (magic !== 'ustar\x0000' && magic !== 'ustar  \0') {
    throw new BundleError(
      'archive-corrupt',
      `a tar header has the magic ${showName(magic)}, which is neither POSIX nor GNU tar`,
    );
  }
  const name = readName(block, magic === 'ustar\x0000');
  const kind = readKind(String.fromCharCode(block[156] ?? 0), name);
  return { name, kind, sizeBytes: readOctal(block.subarray(124, 136), 'size') };
}

const harmlessKeys = /^(?:mtime|atime|ctime|uid|gid|uname|gname|comment|LIBARCHIVE\.[\w.]+)$/;

/**
 * Returns the `path` of a PAX extended header, or `undefined` if it doesn't set one. Rejects anything that would change
 * how the entry is read.
 */
export function readPaxPath(bytes: Buffer): string | undefined {
  let path: string | undefined;
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const digits = space < 0 ? '' : bytes.subarray(at, space).toString('latin1');
    const end = at + Number.parseInt(digits, 10);
    if (!/^[1-9]\d{0,5}$/.test(digits) || end > bytes.length || end <= space || bytes[end - 1] !== 0x0a) {
      throw new BundleError('entry-extended-header', 'a PAX record states an incorrect length');
    }
    const equals = bytes.indexOf(0x3d, space);
    if (equals < 0 || equals >= end) throw new BundleError('entry-extended-header', 'a PAX record has no value');
    const key = bytes.subarray(space + 1, equals).toString('latin1');
    if (key === 'path') path = decodeName(bytes.subarray(equals + 1, end - 1));
    else if (key === 'linkpath') throw new BundleError('entry-link', 'a PAX header sets linkpath');
    else if (!harmlessKeys.test(key))
      throw new BundleError('entry-extended-header', `a PAX header sets ${showName(key)}`);
    at = end;
  }
  return path;
}
