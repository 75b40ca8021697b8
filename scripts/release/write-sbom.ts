import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import type { Component } from './components.ts';
import type { ReleaseSource } from './release-source.ts';

/**
 * Writes the CycloneDX 1.6 bill of materials of an artifact, as JSON. It has no serial number, because that would have
 * to be random.
 *
 * @param artifact name of the package or image, such as `docwright`
 */
export function writeSbom(
  artifact: { readonly name: string; readonly type: 'application' | 'library' | 'container' },
  { version, commit, date }: Pick<ReleaseSource, 'version' | 'commit' | 'date'>,
  components: readonly Component[],
): string {
  const types = {
    application: Enums.ComponentType.Application,
    library: Enums.ComponentType.Library,
    container: Enums.ComponentType.Container,
  };
  const main = new Models.Component(types[artifact.type], artifact.name, {
    bomRef: artifact.name,
    version,
    licenses: new Models.LicenseRepository([new Models.SpdxLicense('Apache-2.0')]),
    properties: new Models.PropertyRepository([new Models.Property('docwright:commit', commit)]),
  });
  const bom = new Models.Bom({ metadata: new Models.Metadata({ timestamp: date, component: main }) });
  for (const component of components) {
    const described = describe(component);
    bom.components.add(described);
    main.dependencies.add(described.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** Licenses are those of the lockfile; `check-dependencies.ts` has already parsed their expressions. */
const licenses = new Contrib.License.Factories.LicenseFactory((text) => {
  if (!/ (?:AND|OR|WITH) /.test(text)) throw new RangeError(`${text} is not an SPDX expression`);
});

function describe({ name, version, license, integrity, path, isOptional, purl }: Component): Models.Component {
  const hashes = new Models.HashDictionary();
  if (integrity?.startsWith('sha512-') === true)
    hashes.set(
      Enums.HashAlgorithm['SHA-512'],
      Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
    );
  return new Models.Component(Enums.ComponentType.Library, name, {
    bomRef: path,
    version,
    purl,
    scope: isOptional ? Enums.ComponentScope.Optional : Enums.ComponentScope.Required,
    licenses: new Models.LicenseRepository(license === undefined ? [] : [licenses.makeFromString(license)]),
    hashes,
  });
}
