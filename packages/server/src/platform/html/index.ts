export { escapeHtml } from './escape-html.ts';
export { htmlToText } from './html-to-text.ts';
