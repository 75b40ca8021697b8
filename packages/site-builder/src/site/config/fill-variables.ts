import type { SiteConfig } from './site-config.ts';

/** `{{name}}` of the configuration's `variables`; unknown names are unchanged. */
export function fillVariables(text: string, site: { readonly config: Pick<SiteConfig, 'variables'> }): string {
  if (!text.includes('{{')) return text;
  return text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (match, name: string) => site.config.variables.get(name) ?? match);
}
