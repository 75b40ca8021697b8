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
    start: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Pixels from the top of the page. Default: 0.' }),
    ),
  }),
  async run(input, { workspace, takeScreenshot, requireShowable, show, signal }) {
    if (takeScreenshot === undefined) throw new ToolError('not_shown', 'no browser is available');
    const { screen = 'desktop', theme = 'light' } = input;
    const path = await requirePage(workspace, input.path);
    requireShowable();
    const view = { path, screen, theme, start: input.start ?? 0 };
    const { bytes, start, end, pageHeight, scale, refusedHosts } = await takeScreenshot(workspace.files, view, signal);
    await show([path, screen, theme, ...(start > 0 ? [`from ${start}`] : [])].join(', '), bytes);
    return {
      path,
      screen,
      theme,
      pixels: `${start} to ${end} of ${pageHeight}`,
      ...(scale < 1 && { scale }),
      ...(refusedHosts.length > 0 && { withoutFilesOf: refusedHosts }),
      shown: 'after this result',
    };
  },
});
