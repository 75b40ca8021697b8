import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that contain the version, and the pattern of the text before it in each file. */
const texts: readonly { readonly files: string; readonly before: RegExp }[] = [
  { files: 'deploy/helm/*/Chart.yaml', before: /^(?:version|appVersion): / },
  { files: 'deploy/helm/*/values.yaml', before: /^ {2}tag: / },
  {
    files: 'docs/deploy/{air-gapped,install,pipelines}.mdx',
    before: /\b(?:docwright(?:-host)?(?:-image|-chart|-sdk|-airgap|-manual|-systemd)?[:-]|tag: )/,
  },
  { files: 'README.md', before: /\bdocwright-/ },
];
const dependencyLists = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

interface PackageFile extends Partial<Record<(typeof dependencyLists)[number], Record<string, string>>> {
  version?: string;
}

interface Lock extends PackageFile {
  readonly packages?: Readonly<Record<string, PackageFile>>;
}

/** Writes a version into all files that contain it. Every package in the repository has the same version. */
export function setVersion(root: string, version: string): void {
  for (const path of globSync('{package.json,packages/*/package.json}', { cwd: root }))
    changeJson(join(root, path), (file) => setInPackage(file, version));
  changeJson(join(root, 'package-lock.json'), (lock) => {
    lock.version = version;
    for (const [path, file] of Object.entries(lock.packages ?? {}))
      if (!path.includes('node_modules/')) setInPackage(file, version);
  });
  for (const { files, before } of texts)
    for (const path of globSync(files, { cwd: root })) {
      const text = readFileSync(join(root, path), 'utf8');
      const stated = new RegExp(`(${before.source})\\d+\\.\\d+\\.\\d+(?:-[a-z]+\\.\\d+)?`, 'gm');
      writeFileSync(
        join(root, path),
        text.replaceAll(stated, (_all, words: string) => `${words}${version}`),
      );
    }
}

function setInPackage(file: PackageFile, version: string): void {
  file.version = version;
  for (const list of dependencyLists)
    for (const name of Object.keys(file[list] ?? {}))
      if (name.startsWith('@docwright/')) file[list] = { ...file[list], [name]: version };
}

function changeJson(path: string, change: (content: Lock) => void): void {
  const content = JSON.parse(readFileSync(path, 'utf8')) as Lock;
  change(content);
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}
