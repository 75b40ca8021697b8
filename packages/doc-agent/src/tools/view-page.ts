import { Type } from 'typebox';
import { ToolError } from '../errors.ts';
import { requirePage } from './locate-file.ts';
import { defineTool, oneOf } from './tool.ts';

export const viewPageTool = defineTool({
  name: 'view_page',
  description:
    'Shows a screenshot of a page as readers see it, with your changes so far. Use it after changes whose look matters: layout, components, tables, images.',
  input: Type.Object({
    path: Type.String({ maxLength: 500 }),
    screen: Type.Optional(oneOf(['desktop', 'phone'], 'Default: desktop.')),
    theme: Type.Optional(oneOf(['light', 'dark'], 'Default: light.')),
  }),
  async run({ path: written, screen = 'desktop', theme = 'light' }, { workspace, takeScreenshot, show, signal }) {
    if (takeScreenshot === undefined) throw new ToolError('not_shown', 'no browser is available');
    const path = await requirePage(workspace, written);
    const bytes = await takeScreenshot(workspace.files, { path, screen, theme }, signal);
    await show(`${path}, ${screen}, ${theme}`, bytes);
    return { path, screen, theme, shown: 'after this result' };
  },
});
