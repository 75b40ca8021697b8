/** HTML text that is already escaped and safe to output. Created by `escapeText`, `escapeAttribute` or a component. */
export type Html = string;
