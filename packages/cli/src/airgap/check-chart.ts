import { gunzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { memorySource, partOf, readSmall, type ByteSource } from './byte-source.ts';
import { packError } from './pack-error.ts';
import { readEntries } from './read-entries.ts';

/** The maximum number of entries. Our charts have 20 files and 15 kB. */
const maxEntries = 1000;
const maxPackedBytes = 1024 * 1024;
const maxBytes = 16 * 1024 * 1024;

/**
 * Checks that a chart has the release's version and references its image by the digest of the image in the pack.
 *
 * @param expected.digest `undefined` if the pack doesn't contain the image; the chart then must not name a digest
 * @throws {CliError} `pack-chart-mismatch`
 */
export async function checkChart(
  archive: ByteSource,
  expected: { readonly name: string; readonly version: string; readonly digest: string | undefined },
): Promise<void> {
  const content = unzip(archive, await readSmall(archive, maxPackedBytes));
  const entries = await readEntries(content, maxEntries);
  const read = async (file: string): Promise<unknown> => {
    const entry = entries.find(({ name, kind }) => kind === 'file' && name === `${expected.name}/${file}`);
    if (entry === undefined) throw packError('pack-chart-mismatch', `${archive.name} has no ${expected.name}/${file}`);
    return parseYaml(await readSmall(partOf(content, entry), maxBytes), `${file} in ${archive.name}`);
  };
  const version = fieldOf(await read('Chart.yaml'), 'version');
  if (version !== expected.version)
    throw packError('pack-chart-mismatch', `${archive.name} has version ${String(version)}, not ${expected.version}`);
  const digest = fieldOf(fieldOf(await read('values.yaml'), 'image'), 'digest') ?? '';
  const wanted = expected.digest ?? '';
  if (digest !== wanted)
    throw packError(
      'pack-chart-mismatch',
      `${archive.name} names the image ${typeof digest === 'string' && digest !== '' ? digest : 'without a digest'}; the pack contains ${wanted || 'no image for it'}`,
    );
}

function unzip({ name }: ByteSource, bytes: Buffer): ByteSource {
  try {
    return memorySource(name, gunzipSync(bytes, { maxOutputLength: maxBytes }));
  } catch (error) {
    throw packError('pack-chart-mismatch', `${name} can't be unpacked to at most ${maxBytes} bytes`, { cause: error });
  }
}

function parseYaml(bytes: Buffer, name: string): unknown {
  try {
    return parse(bytes.toString(), { maxAliasCount: 100 }) as unknown;
  } catch (error) {
    throw packError('pack-chart-mismatch', `${name} is not valid YAML`, { cause: error });
  }
}

function fieldOf(value: unknown, name: string): unknown {
  const fields: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {};
  return fields[name];
}
