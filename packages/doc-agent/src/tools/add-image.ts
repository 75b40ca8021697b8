import { Type } from 'typebox';
import { ToolError } from '../errors.ts';
import { toImageEntry } from '../overlay/overlay.ts';
import type { ImageType, JobImage } from '../ports.ts';
import { requireNew, requirePath, requireWritable } from './locate-file.ts';
import { defineTool } from './tool.ts';

export const addImageTool = defineTool({
  name: 'add_image',
  description:
    'Adds an image that a person attached to the job, as a new file of the site. `image`: its name, or its number in the newest list of attached images. `path`: relative to the docs folder, such as "images/setup.png". The result contains the Markdown that shows it on a page.',
  input: Type.Object({ image: Type.String({ maxLength: 300 }), path: Type.String({ maxLength: 500 }) }),
  async run({ image: named, path: written }, { workspace, attached }) {
    const image = findAttached(attached, named);
    const path = requirePath(written);
    requireExtension(path, image);
    const before = workspace.overlay.get(path);
    if (before?.kind !== 'image') await requireNew(workspace, path);
    else if (before.digest === image.digest) throw new ToolError('no_change', `"${path}" is already this image`);
    else await requireWritable(workspace, path, 'create');
    if (await workspace.base.isInLfs(path))
      throw new ToolError('policy', `the repository stores "${path}" in Git LFS, to which the agent can't upload`);
    await workspace.apply([{ path, entry: toImageEntry(image) }]);
    return {
      path,
      sizeBytes: image.sizeBytes,
      markdown: `![Alt text](${toTarget(path)})`,
      next: 'No page shows the image yet. Add the Markdown to a page, and replace "Alt text" with a description for readers who can’t see the image.',
    };
  },
});

/** Finds an image that a person attached. Images that tools showed are excluded: nobody asked to publish them. */
function findAttached(attached: ToolImages, named: string): JobImage {
  const all = attached.flat();
  const found =
    unique(all.filter(({ name }) => name === named)) ??
    unique(numbered(attached, named)) ??
    unique(/^[0-9a-f]{8,64}$/.test(named) ? all.filter(({ digest }) => digest.startsWith(named)) : []);
  if (found === undefined) {
    const names = all.slice(0, maxNamed).map(({ name }) => JSON.stringify(name));
    throw new ToolError('not_found', `no attached image is named ${JSON.stringify(named)}; use ${names.join(', ')}`);
  }
  const [image] = found;
  if (image !== undefined && found.length === 1) return image;
  const ids = found.map(
    ({ digest, mediaType, sizeBytes }) => `${digest.slice(0, 12)} (${mediaType}, ${sizeBytes} bytes)`,
  );
  throw new ToolError(
    'ambiguous',
    `${found.length} attached images are named ${JSON.stringify(named)}: pass ${ids.join(' or ')}`,
  );
}

type ToolImages = readonly (readonly JobImage[])[];

const maxNamed = 20;

/** Finds an image by its number in the newest list. The numbers in each prompt's list start at 1. */
const numbered = (attached: ToolImages, named: string): JobImage[] => {
  const newest = attached.findLast((images) => images.length > 0);
  return newest?.filter((_, index) => named === `${index + 1}`) ?? [];
};

/** The images, each once; `undefined` for an empty list. */
function unique(images: readonly JobImage[]): readonly JobImage[] | undefined {
  return images.length === 0 ? undefined : [...new Map(images.map((image) => [image.digest, image])).values()];
}

const extensions: Readonly<Record<ImageType, readonly [string, ...string[]]>> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'image/gif': ['.gif'],
};

/** Checks a file's extension, from which servers and browsers derive its media type. */
function requireExtension(path: string, { name, mediaType }: JobImage): void {
  const allowed = extensions[mediaType];
  if (allowed.some((extension) => path.toLowerCase().endsWith(extension))) return;
  const right = path.replace(/(?<=[^/])\.[^./]*$/, '') + allowed[0];
  const message = `${JSON.stringify(name)} is ${mediaType}, so the extension must be ${allowed.join(' or ')}: ${JSON.stringify(right)}`;
  throw new ToolError('invalid_path', message);
}

/** The path as a link target. A parenthesis would end it. */
const toTarget = (path: string): string => `/${encodeURI(path).replaceAll('(', '%28').replaceAll(')', '%29')}`;
