import { invisibleCharacters } from '@docwright/doc-agent/invisible-characters';
import { formatBytes } from '../ui/format.ts';

/** The service's limits for the images of one prompt. */
export const MOST_IMAGES = 10;
const LARGEST_IMAGE = 3_500_000;
const LARGEST_SUM = 14_000_000;

export const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** A file that was chosen, dropped or pasted. */
interface ChosenFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Characters that the service refuses in names. */
const invisible = new RegExp(invisibleCharacters, 'gu');

/** Returns the name under which an image is sent. Images from the clipboard can lack a name. */
export function toImageName({ name, type }: Pick<ChosenFile, 'name' | 'type'>): string {
  // Truncation can split a character; its remaining half is also removed.
  const readable = name.slice(-255).replaceAll(invisible, '').trim();
  return readable === '' ? `image.${type.split('/').at(-1) ?? 'png'}` : readable;
}

/** Selects the files that can be added to those already attached, and explains why the others can't. */
export function judgeImages<File extends ChosenFile>(
  present: readonly Pick<ChosenFile, 'size'>[],
  files: readonly File[],
): { readonly accepted: readonly File[]; readonly problems: readonly string[] } {
  const accepted: File[] = [];
  const problems: string[] = [];
  let sum = present.reduce((bytes, { size }) => bytes + size, 0);
  for (const file of files) {
    const problem = findProblem(file, { count: present.length + accepted.length, sum });
    if (problem === undefined) {
      accepted.push(file);
      sum += file.size;
    } else problems.push(`“${toImageName(file)}” ${problem}`);
  }
  return { accepted, problems };
}

function findProblem({ type, size }: ChosenFile, before: { count: number; sum: number }): string | undefined {
  if (!imageTypes.includes(type)) return 'isn’t a PNG, JPEG, WebP or GIF image. Convert it to one of them.';
  if (size === 0) return 'is empty.';
  if (size > LARGEST_IMAGE)
    return `is ${formatBytes(size)}. The limit is ${formatBytes(LARGEST_IMAGE)}: make the image smaller.`;
  if (before.count >= MOST_IMAGES) return `wasn’t added: a prompt can have at most ${MOST_IMAGES} images.`;
  if (before.sum + size > LARGEST_SUM)
    return `wasn’t added: the images of a prompt can have at most ${formatBytes(LARGEST_SUM)} in total.`;
  return undefined;
}
