import type { ReleaseSource } from './release-source.ts';

/** A file of the release. */
export interface Artifact {
  readonly name: string;
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Writes the statement of how the artifacts were built: in-toto Statement v1 with the predicate SLSA Provenance v1.
 * https://slsa.dev/spec/v1.0/provenance
 *
 * @param tools versions of the programs that determine the bytes
 */
export function writeProvenance(
  { version, commit, date }: Pick<ReleaseSource, 'version' | 'commit' | 'date'>,
  artifacts: readonly Artifact[],
  tools: Readonly<Record<string, string>>,
): string {
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: artifacts.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:docwright:release:1',
        externalParameters: { version, command: 'npm run release' },
        internalParameters: tools,
        resolvedDependencies: [{ name: 'docwright', digest: { gitCommit: commit } }],
      },
      runDetails: {
        builder: { id: 'urn:docwright:release:npm-script' },
        // The date of the commit: the date of the build would make each build different.
        metadata: { startedOn: date.toISOString().replace('.000', '') },
      },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}
