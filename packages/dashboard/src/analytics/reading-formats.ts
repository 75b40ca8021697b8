/** The formats in which agents read pages. */
export const readingFormats = {
  html: 'Page',
  markdown: 'Markdown',
  'llms.txt': 'llms.txt',
  'llms-full.txt': 'llms-full.txt',
  mcp: 'MCP',
} as const;
