import { maxDraftMediaBytes, type DraftMedia, type UploadDraftMediaBody } from '@docwright/contract';
import { isInLfs } from '@docwright/doc-agent';
import { requireBase64, readBaseText, readCurrent, requireSize } from './draft-file.ts';
import type { DraftDeps } from './drafts-deps.ts';
import { editDraft } from './edit-draft.ts';
import { draftFileRefused } from './errors.ts';
import { isSameContent, versionOf } from './file-bytes.ts';
import { requireRepository, withRepository, type OpenBranch } from './open-branch.ts';
import { requireChangeable } from './path-rules.ts';

const media = /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|mp4|m4v|webm|mov|mp3|m4a|wav|ogg|pdf)$/;
const maxNumber = 1_000;

/**
 * Stores an uploaded file under a normalized name. A file with the same content is reused, and a file with different
 * content is never replaced.
 * @throws ApiError draft_file_refused, storage_quota_exceeded, and the errors of `editDraft`
 */
export async function uploadMedia(
  deps: DraftDeps,
  opened: OpenBranch,
  { name, content, folder = 'images' }: UploadDraftMediaBody,
): Promise<DraftMedia> {
  const bytes = requireSize(name, requireBase64(name, content), maxDraftMediaBytes);
  const { stem, ending } = normalizeName(name);
  await deps.storage.requireRoom(opened.project.organization_id);
  const path = folder
    .split('/')
    .filter((segment) => segment !== '')
    .join('/');
  for (let number = 1; number <= maxNumber; number++) {
    const file = `${path === '' ? '' : `${path}/`}${stem}${number === 1 ? '' : `-${number}`}${ending}`;
    await requireChangeable(file, { isNew: true, readText: (one) => readBaseText(opened, one) });
    const { base } = await readCurrent(deps, opened, file);
    const saved = await saveUnlessTaken(deps, opened, { file, base, bytes });
    if (saved === 'taken') continue;
    return {
      path: file,
      link: `/${file}`,
      size: bytes.byteLength,
      version: versionOf(bytes) ?? '',
      draftVersion: saved,
    };
  }
  throw draftFileRefused(`The folder has too many files with the name ${JSON.stringify(stem)}. Choose another name.`);
}

async function saveUnlessTaken(
  deps: DraftDeps,
  opened: OpenBranch,
  { file, base, bytes }: { readonly file: string; readonly base: Uint8Array | null; readonly bytes: Buffer },
): Promise<number | 'taken'> {
  await requireOrdinary(opened, file);
  let isTaken = false;
  const { version } = await editDraft(deps, opened, [file], (files) => {
    const row = files.get(file);
    const current = row === undefined ? base : row.content;
    isTaken = current !== null && !isSameContent(current, bytes);
    // A deleted file's name is available again.
    if (isTaken || isSameContent(current, bytes)) return [];
    return [{ path: file, content: bytes, base: row?.base_content ?? base }];
  });
  return isTaken ? 'taken' : version;
}

/** @throws ApiError draft_file_refused: if the repository stores the file in Git LFS */
async function requireOrdinary(opened: OpenBranch, file: string): Promise<void> {
  const { mirror } = requireRepository(opened);
  const folder = opened.project.docs_folder;
  const attributes = await withRepository(() => mirror.readFile(opened.baseCommit, '.gitattributes'));
  const path = folder === '' ? file : `${folder}/${file}`;
  if (attributes === undefined || !isInLfs(attributes.toString('utf8'), path)) return;
  throw draftFileRefused(
    `The repository stores ${JSON.stringify(file)} in Git LFS, to which drafts can't upload. Add the file with git.`,
  );
}

/** Normalizes a file's name: `Login Page (1).PNG` → `login-page-1` and `.png`. @throws ApiError draft_file_refused */
export function normalizeName(name: string): { readonly stem: string; readonly ending: string } {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const plain = base.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const ending = media.exec(plain)?.[0];
  if (ending === undefined)
    throw draftFileRefused(
      `${JSON.stringify(base.slice(0, 100))} is not an image, a video, an audio file or a PDF file.`,
    );
  const stem = plain
    .slice(0, -ending.length)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, 80);
  return { stem: stem === '' ? 'file' : stem, ending };
}
