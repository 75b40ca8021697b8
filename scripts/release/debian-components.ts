import { list } from 'tar';
import type { Component } from './components.ts';

/** Files in which dpkg, and images without dpkg, record the packages of a root file system. */
const records = /^(?:\.\/)?var\/lib\/dpkg\/(?:status|status\.d\/[^/]+)$/;

/** Lists the Debian packages of a root file system, sorted. @param archive a tar archive of it */
export async function listDebianPackages(archive: string, suite: string): Promise<readonly Component[]> {
  const texts: Promise<string>[] = [];
  await list({
    file: archive,
    filter: (path) => records.test(path),
    onReadEntry: (entry) => void texts.push(entry.concat().then((bytes) => bytes.toString())),
  });
  return parseDebianPackages((await Promise.all(texts)).join('\n\n'), suite);
}

/** Parses control paragraphs (deb-control(5)); packages that aren't installed are left out. */
export function parseDebianPackages(text: string, suite: string): readonly Component[] {
  const components = text.split(/\n{2,}/).flatMap((paragraph) => {
    const fields = new Map(
      Array.from(paragraph.matchAll(/^([A-Za-z-]+): *(.*)$/gm), ([, name = '', value = '']) => [name, value] as const),
    );
    const [name, version, architecture] = [fields.get('Package'), fields.get('Version'), fields.get('Architecture')];
    const isInstalled = fields.get('Status')?.endsWith(' installed') ?? true;
    if (name === undefined || version === undefined || architecture === undefined || !isInstalled) return [];
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}&distro=${suite}`;
    return [{ ...withoutDigest, name, version, path: purl, purl }];
  });
  return components.toSorted((one, other) => (one.purl < other.purl ? -1 : 1));
}

/** Describes Node itself, which images contain as one file. */
export function nodeComponent(version: string): Component {
  const purl = `pkg:generic/node@${version}`;
  return { ...withoutDigest, name: 'node', version, license: 'MIT', path: purl, purl };
}

/** Debian packages contain their licenses, and are verified by apt. */
const withoutDigest = { license: undefined, integrity: undefined, isOptional: false, isCompiled: false } as const;
