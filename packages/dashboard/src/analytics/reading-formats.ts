/** How an agent reads a page. */
export const readingFormats = {
  html: 'Page',
  markdown: 'Markdown',
  'llms.txt': 'llms.txt',
  'llms-full.txt': 'llms-full.txt',
  mcp: 'MCP',
} as const;
