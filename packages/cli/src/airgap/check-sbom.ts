import type { ByteSource } from './byte-source.ts';
import { packError } from './pack-error.ts';
import { readJsonObject } from './read-image-list.ts';

const maxSbomBytes = 32 * 1024 * 1024;

/** @throws {CliError} `pack-sbom-mismatch`: not a CycloneDX bill of materials of this version */
export async function checkSbom(source: ByteSource, expectedVersion: string): Promise<void> {
  const { bomFormat, metadata } = await readJsonObject(source, 'pack-sbom-mismatch', maxSbomBytes);
  if (bomFormat !== 'CycloneDX')
    throw packError('pack-sbom-mismatch', `${source.name} is not a CycloneDX bill of materials`);
  const version = versionOf(metadata);
  if (version !== expectedVersion)
    throw packError(
      'pack-sbom-mismatch',
      `${source.name} describes version ${version ?? 'undefined'}; the release is ${expectedVersion}`,
    );
}

function versionOf(metadata: unknown): string | undefined {
  const component =
    typeof metadata === 'object' && metadata !== null && 'component' in metadata ? metadata.component : undefined;
  const version =
    typeof component === 'object' && component !== null && 'version' in component ? component.version : undefined;
  return typeof version === 'string' ? version : undefined;
}
