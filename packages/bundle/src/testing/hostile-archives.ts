/** Archives that every deployment must reject, each with the expected reason. */
import { gzipSync } from 'node:zlib';
import type { BundleErrorCode } from '../errors.ts';
import { rawBundle, rawEntry, rawHeader, rawManifest, rawTar } from './make-archive.ts';
import type { RawEntry } from './make-archive.ts';

export interface HostileArchive {
  readonly name: string;
  readonly expected: BundleErrorCode;
  readonly bytes: Buffer;
}

const page: RawEntry = { name: 'index.html', content: '<h1>ok</h1>' };

function withEntry(name: string, expected: BundleErrorCode, ...entries: readonly RawEntry[]): HostileArchive {
  return { name, expected, bytes: rawBundle([page, ...entries]) };
}

function pax(keyAndValue: string): RawEntry {
  const rest = ` ${keyAndValue}\n`;
  const length = [1, 2, 3, 4, 5, 6, 7]
    .map((digits) => rest.length + digits)
    .find((sum, index) => String(sum).length === index + 1);
  return { name: 'PaxHeader', type: 'x', content: `${length}${rest}` };
}

function badNames(): HostileArchive[] {
  const evil = { content: 'evil' };
  return [
    withEntry('traversal', 'entry-name-traversal', { ...evil, name: '../../etc/cron.d/evil' }),
    withEntry('traversal in the middle', 'entry-name-traversal', { ...evil, name: 'a/../../evil' }),
    withEntry('absolute name', 'entry-name-absolute', { ...evil, name: '/etc/evil' }),
    withEntry('drive letter', 'entry-name-absolute', { ...evil, name: 'C:/evil' }),
    withEntry('backslash', 'entry-name-backslash', { ...evil, name: '..\\..\\evil' }),
    withEntry('control character', 'entry-name-control', { ...evil, name: 'a\u001b[2Jb.html' }),
    withEntry('bidirectional override', 'entry-name-control', { ...evil, name: 'a\u202elmth.exe' }),
    withEntry('name that is not UTF-8', 'entry-name-encoding', { ...evil, name: Buffer.from([0x61, 0xff, 0xfe]) }),
    withEntry('dot-file', 'entry-name-dot-file', { ...evil, name: 'a/.htaccess' }),
    withEntry('empty segment', 'entry-name-empty', { ...evil, name: 'a//evil' }),
    withEntry('duplicate', 'entry-duplicate', { ...evil, name: 'index.html' }),
    withEntry('case twin', 'entry-collision', { ...evil, name: 'INDEX.html' }),
    withEntry('NFC twin', 'entry-collision', { ...evil, name: 'é.html' }, { ...evil, name: 'e\u0301.html' }),
    withEntry('file where a folder is', 'entry-collision', { ...evil, name: 'a/b' }, { ...evil, name: 'a' }),
    withEntry('traversal by PAX path', 'entry-name-traversal', pax('path=../../up'), {
      ...evil,
      name: 'x',
    }),
    withEntry(
      'traversal by GNU long name',
      'entry-name-traversal',
      { name: '././@LongLink', type: 'L', content: '../../evil\0' },
      { ...evil, name: 'x' },
    ),
  ];
}

function badEntries(): HostileArchive[] {
  return [
    withEntry('symbolic link', 'entry-link', { name: 'link', type: '2', linkname: '/etc/passwd' }),
    withEntry('hard link', 'entry-link', { name: 'link', type: '1', linkname: 'index.html' }),
    withEntry('link by PAX linkpath', 'entry-link', pax('linkpath=/etc/shadow'), {
      name: 'x',
    }),
    withEntry('character device', 'entry-device', { name: 'null', type: '3' }),
    withEntry('block device', 'entry-device', { name: 'sda', type: '4' }),
    withEntry('FIFO', 'entry-device', { name: 'pipe', type: '6' }),
    withEntry('GNU sparse file', 'entry-type', { name: 'sparse', type: 'S' }),
    withEntry('PAX size that differs from the header', 'entry-extended-header', pax('size=0'), {
      name: 'x',
      content: 'y',
    }),
    withEntry('huge extended header', 'entry-extended-header', pax(`comment=${'a'.repeat(999_983)}`), {
      name: 'x',
    }),
    withEntry(
      'extended header with a wrong length',
      'entry-extended-header',
      { name: 'PaxHeader', type: 'x', content: '99 path=a\n' },
      { name: 'x' },
    ),
    {
      name: 'one file over the limit',
      expected: 'entry-too-large',
      bytes: gzipSync(rawHeader({ name: 'x', claimedSize: 2 ** 32 })),
    },
  ];
}

function bombs(): HostileArchive[] {
  const many = Array.from({ length: 50_000 }, (_, index): RawEntry => ({ name: `p${index}` }));
  const zeros = Buffer.alloc(64 * 1024 * 1024);
  return [
    withEntry('decompression bomb', 'archive-ratio', { name: 'zeros.txt', content: zeros }),
    { name: '50,000 entries', expected: 'archive-too-many-entries', bytes: gzipSync(rawTar(many), { level: 1 }) },
  ];
}

function brokenFiles(): HostileArchive[] {
  const whole = rawBundle([page, { name: 'big.bin', content: Buffer.from('0123456789'.repeat(5000)) }]);
  const tar = rawTar([page, rawManifest([page])]);
  const html = Buffer.from('<!DOCTYPE html><title>403 Forbidden</title>');
  return [
    { name: 'truncated gzip', expected: 'archive-truncated', bytes: whole.subarray(0, -20) },
    { name: 'truncated tar in a complete gzip', expected: 'archive-truncated', bytes: gzipSync(tar.subarray(0, 700)) },
    { name: 'tar without its end', expected: 'archive-truncated', bytes: gzipSync(tar.subarray(0, -1024)) },
    {
      name: 'garbage after gzip',
      expected: 'archive-trailing-data',
      bytes: Buffer.concat([whole, Buffer.from('garbage')]),
    },
    { name: 'zeros after gzip', expected: 'archive-trailing-data', bytes: Buffer.concat([whole, Buffer.alloc(64)]) },
    {
      name: 'a second archive after the first',
      expected: 'archive-trailing-data',
      bytes: Buffer.concat([whole, gzipSync(rawEntry({ name: 'evil', content: 'evil' }))]),
    },
    { name: 'HTML error page', expected: 'archive-not-gzip', bytes: html },
    { name: 'HTML error page, gzipped', expected: 'archive-corrupt', bytes: gzipSync(html.toString().repeat(50)) },
    { name: 'empty file', expected: 'archive-not-gzip', bytes: Buffer.alloc(0) },
  ];
}

function wrongManifests(): HostileArchive[] {
  const { content = '' } = rawManifest([page]);
  const manifest = content.toString();
  const variant = (
    name: string,
    expected: BundleErrorCode,
    text: string,
    ...files: readonly RawEntry[]
  ): HostileArchive => ({
    name,
    expected,
    bytes: gzipSync(rawTar([...files, { name: 'manifest.json', content: text }])),
  });
  return [
    { name: 'no manifest', expected: 'manifest-missing', bytes: gzipSync(rawTar([page])) },
    variant('manifest that is not JSON', 'manifest-invalid', '{', page),
    variant(
      'manifest of another format',
      'manifest-version',
      manifest.replace('"formatVersion": 1', '"formatVersion": 9'),
      page,
    ),
    variant('listed file that is missing', 'manifest-file-missing', manifest),
    variant('file that is not listed', 'manifest-file-extra', manifest, page, { name: 'evil.html', content: 'evil' }),
    variant('file with another size', 'manifest-size-mismatch', manifest, { ...page, content: '<h1>longer</h1>' }),
    variant('file with other content', 'manifest-digest-mismatch', manifest, { ...page, content: '<h1>no</h1>' }),
    variant(
      'sealed manifest without a seal',
      'seal-mismatch',
      manifest.replace('"sealed": false', '"sealed": true'),
      page,
    ),
  ];
}

export function hostileArchives(): HostileArchive[] {
  return [...badNames(), ...badEntries(), ...bombs(), ...brokenFiles(), ...wrongManifests()];
}
