/**
 * Tar headers in the POSIX format (IEEE Std 1003.1-2017, pax, "ustar interchange format"), with fixed values in every
 * field that could reveal when, where or by whom the archive was created.
 */
export const BLOCK_BYTES = 512;

const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
/** 2020-01-01T00:00:00Z, because some tools warn about files from 1970. */
const FIXED_MTIME_SECONDS = 1_577_836_800;

export function paddingOf(sizeBytes: number): number {
  return (BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES;
}

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, '0')}\0`;
}

interface HeaderFields {
  readonly name: string;
  readonly prefix: string;
  readonly sizeBytes: number;
  readonly type: '0' | 'x';
}

function block(fields: HeaderFields): Buffer {
  const bytes = Buffer.alloc(BLOCK_BYTES);
  bytes.write(fields.name, 0, NAME_BYTES, 'utf8');
  bytes.write(octal(0o644, 8), 100, 'ascii');
  bytes.write(octal(0, 8), 108, 'ascii');
  bytes.write(octal(0, 8), 116, 'ascii');
  bytes.write(octal(fields.sizeBytes, 12), 124, 'ascii');
  bytes.write(octal(FIXED_MTIME_SECONDS, 12), 136, 'ascii');
  bytes.write('        ', 148, 'ascii');
  bytes.write(fields.type, 156, 'ascii');
  bytes.write('ustar\x0000', 257, 'ascii');
  bytes.write(octal(0, 8), 329, 'ascii');
  bytes.write(octal(0, 8), 337, 'ascii');
  bytes.write(fields.prefix, 345, PREFIX_BYTES, 'utf8');
  let sum = 0;
  for (const byte of bytes) sum += byte;
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  return bytes;
}

/** Splits an ASCII path into the header's prefix and name, or returns `undefined` if it doesn't fit. */
function split(path: string): { prefix: string; name: string } | undefined {
  if (path.length <= NAME_BYTES) return { prefix: '', name: path };
  for (let slash = path.indexOf('/'); slash >= 0 && slash <= PREFIX_BYTES; slash = path.indexOf('/', slash + 1)) {
    const name = path.slice(slash + 1);
    if (name !== '' && name.length <= NAME_BYTES) return { prefix: path.slice(0, slash), name };
  }
  return undefined;
}

function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.from(` ${key}=${value}\n`);
  // A record begins with its own length in decimal, including these digits.
  let digits = String(rest.length).length;
  while (String(rest.length + digits).length !== digits) digits += 1;
  return Buffer.concat([Buffer.from(String(rest.length + digits)), rest]);
}

/** Returns all header blocks of one regular file. They begin with a PAX header if the path is long or not ASCII. */
export function fileHeader(path: string, sizeBytes: number): Buffer {
  // eslint-disable-next-line no-control-regex -- the pattern tests for ASCII
  const parts = /^[\x20-\x7e]+$/.test(path) ? split(path) : undefined;
  if (parts !== undefined) return block({ ...parts, sizeBytes, type: '0' });
  const record = paxRecord('path', path);
  return Buffer.concat([
    block({ name: 'PaxHeader', prefix: '', sizeBytes: record.length, type: 'x' }),
    record,
    Buffer.alloc(paddingOf(record.length)),
    // The name for readers without PAX support; readers with PAX support replace it.
    block({ name: 'long-name', prefix: '', sizeBytes, type: '0' }),
  ]);
}
