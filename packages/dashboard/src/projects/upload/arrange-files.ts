import { isNeverUploaded } from '@docwright/sdk';
import { formatCount } from '../../ui/format.ts';

/** A file from a chosen folder or archive. */
export interface PickedFile {
  /** With slashes, relative to the selection. */
  readonly path: string;
  readonly blob: Blob;
}

export interface ArrangedUpload {
  /** Name of the folder or archive. */
  readonly name: string;
  /** Paths from the root of the new repository. */
  readonly files: readonly PickedFile[];
  readonly pages: number;
  readonly bytes: number;
  /** Folders that contain a `docs.json` or `mint.json`, nearest to the root first; `''` is the root. */
  readonly docsFolders: readonly string[];
  /** Paths that aren't uploaded because of their kind or size. */
  readonly leftOut: readonly string[];
  /** Another tool whose configuration was found: `docwright import` converts its sites. */
  readonly otherTool: string | undefined;
}

/** In Base64 and with its path, a file of this size fits in the body of one commit (16 MiB). */
export const maxFileBytes = 11_000_000;
export const maxUploadBytes = 500_000_000;
export const maxUploadFiles = 20_000;

/** Files with private keys are left out, except pages, which can show an example key. */
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const maxKeyFileBytes = 100_000;
const page = /\.mdx?$/i;

const otherTools: readonly (readonly [name: string, config: RegExp])[] = [
  ['Docusaurus', /(?:^|\/)docusaurus\.config\.(?:js|ts|mjs|cjs)$/],
  ['MkDocs', /(?:^|\/)mkdocs\.ya?ml$/],
  ['GitBook', /(?:^|\/)(?:\.gitbook\.ya?ml|SUMMARY\.md)$/],
];

/** Selects the files that are uploaded. Folders that contain all of them, as in archives of code hosts, are dropped. */
export async function arrangeFiles(name: string, picked: readonly PickedFile[]): Promise<ArrangedUpload> {
  const root = commonFolder(picked.map(({ path }) => path));
  const files: PickedFile[] = [];
  const leftOut: string[] = [];
  for (const { path: whole, blob } of picked) {
    const path = whole.slice(root.length);
    // Git's own folder isn't part of the content, so it isn't reported.
    if (path.split('/').includes('.git')) continue;
    const isUnwanted = isNeverUploaded(path) || blob.size > maxFileBytes || (await holdsPrivateKey(path, blob));
    if (isUnwanted) leftOut.push(path);
    else files.push({ path, blob });
  }
  const paths = files.map(({ path }) => path);
  return {
    name: name || root.replaceAll('/', ''),
    files,
    pages: paths.filter((path) => page.test(path)).length,
    bytes: files.reduce((sum, { blob }) => sum + blob.size, 0),
    docsFolders: findDocsFolders(paths),
    leftOut,
    otherTool: otherTools.find(([, config]) => paths.some((path) => config.test(path)))?.[0],
  };
}

/** Returns the reason why the selection can't be uploaded, or `undefined` if it can. */
export function findUploadFault({ files, bytes }: Pick<ArrangedUpload, 'files' | 'bytes'>): string | undefined {
  if (files.length === 0) return 'It doesn’t contain any files.';
  if (files.length > maxUploadFiles)
    return `It has ${formatCount(files.length, 'file')}. At most ${maxUploadFiles.toLocaleString('en')} can be uploaded.`;
  if (bytes > maxUploadBytes)
    return `It is ${Math.round(bytes / 1e6)} MB. At most ${maxUploadBytes / 1e6} MB can be uploaded.`;
  return undefined;
}

/** Returns the folders that all paths have in common, with a trailing slash, or `''`. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  const segments = first.split('/').slice(0, -1);
  while (segments.length > 0 && !paths.every((path) => path.startsWith(`${segments.join('/')}/`))) segments.pop();
  return segments.length === 0 ? '' : `${segments.join('/')}/`;
}

function findDocsFolders(paths: readonly string[]): string[] {
  const folders = new Set(
    paths.flatMap((path) => {
      const found = /^(?:(.*)\/)?(?:docs|mint)\.json$/.exec(path);
      return found === null ? [] : [found[1] ?? ''];
    }),
  );
  return [...folders].sort((a, b) => depthOf(a) - depthOf(b) || a.localeCompare(b));
}

const depthOf = (folder: string): number => (folder === '' ? 0 : folder.split('/').length);

async function holdsPrivateKey(path: string, blob: Blob): Promise<boolean> {
  return !page.test(path) && blob.size <= maxKeyFileBytes && privateKey.test(await blob.text());
}
