/** HTML text that is already escaped and safe to output. Created by `escapeHtml` or by a component. */
export type Html = string;
