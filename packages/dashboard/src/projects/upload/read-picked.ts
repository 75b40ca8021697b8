import { maxUploadBytes, type PickedFile } from './arrange-files.ts';

/** The dropped or selected items, and their name. */
export interface Picked {
  readonly name: string;
  readonly files: readonly PickedFile[];
}

/** Reads files from `<input type="file">`: a folder's files or one archive. @throws Error with a message for users */
export async function readChosen(list: FileList): Promise<Picked> {
  const files = [...list];
  const [first] = files;
  if (first === undefined) return { name: '', files: [] };
  if (files.length === 1 && isArchive(first)) return readArchive(first);
  const paths = files.map((file) => ({ path: file.webkitRelativePath || file.name, blob: file }));
  const [folder = '', inner] = (paths[0]?.path ?? '').split('/');
  return { name: inner === undefined ? '' : folder, files: paths };
}

/** Reads dropped folders, files or one archive. @throws Error with a message for users */
export async function readDropped(items: DataTransferItemList): Promise<Picked> {
  // Entries must be read before the first `await`, because the list is empty afterwards.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const [first] = entries;
  if (entries.length === 1 && first !== undefined && isFile(first)) {
    const file = await fileOf(first);
    if (isArchive(file)) return readArchive(file);
  }
  const files: PickedFile[] = [];
  for (const entry of entries) await readEntry(entry, '', files);
  return { name: entries.length === 1 ? (first?.name ?? '') : '', files };
}

const isArchive = ({ name }: File): boolean => /\.zip$/i.test(name);

async function readArchive(file: File): Promise<Picked> {
  const { unzip } = await import('fflate');
  const bytes = new Uint8Array(await file.arrayBuffer());
  let size = 0;
  const entries = await new Promise<Readonly<Record<string, Uint8Array<ArrayBuffer>>>>((resolve, reject) => {
    const filter = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }): boolean => {
      size += originalSize;
      return size <= maxUploadBytes && !name.endsWith('/') && !name.startsWith('__MACOSX/');
    };
    unzip(bytes, { filter }, (error, found) => {
      if (error === null) resolve(found);
      else reject(new Error(`${file.name} can’t be read as a ZIP archive: ${error.message}.`, { cause: error }));
    });
  });
  if (size > maxUploadBytes) throw new Error(`${file.name} is larger than ${maxUploadBytes / 1e6} MB when unpacked.`);
  const files = Object.entries(entries).map(([path, content]) => ({ path, blob: new Blob([content]) }));
  return { name: file.name.replace(/\.zip$/i, ''), files };
}

async function readEntry(entry: FileSystemEntry, folder: string, files: PickedFile[]): Promise<void> {
  const path = `${folder}${entry.name}`;
  if (isFile(entry)) files.push({ path, blob: await fileOf(entry) });
  else if (entry.isDirectory && entry.name !== '.git' && entry.name !== 'node_modules')
    for (const inner of await listFolder(entry as FileSystemDirectoryEntry)) await readEntry(inner, `${path}/`, files);
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** Lists a folder's entries. The reader returns batches of a hundred, and an empty batch at the end. */
async function listFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    found.push(...some);
  }
}
