import type { SiteConfig } from './site-config.ts';

/** Replaces `{{name}}` with its value in the configuration's `variables`; unknown names are unchanged. */
export function fillVariables(text: string, site: { readonly config: Pick<SiteConfig, 'variables'> }): string {
  if (!text.includes('{{')) return text;
  return text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (match, name: string) => site.config.variables.get(name) ?? match);
}
