import { Type } from 'typebox';
import { ToolError } from '../errors.ts';
import { requireFile } from './locate-file.ts';
import { defineTool } from './tool.ts';

export const viewImageTool = defineTool({
  name: 'view_image',
  description:
    'Shows an image file of the site (PNG, JPEG, WebP or GIF). For the pages that use it, grep for its path.',
  input: Type.Object({ path: Type.String({ maxLength: 500 }) }),
  async run({ path: written }, { workspace, show }) {
    const path = await requireFile(workspace, written);
    const bytes = await workspace.files.read(path);
    if (bytes === undefined) throw new ToolError('not_found', `the file "${path}" doesn't exist`);
    await show(path, bytes);
    return { path, sizeBytes: bytes.length, shown: 'after this result' };
  },
});
