/** HTML text that is already escaped and safe to write out. Made by `escapeHtml` or by a component. */
export type Html = string;
