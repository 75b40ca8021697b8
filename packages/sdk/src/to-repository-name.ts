const maxLength = 80;

/**
 * A name that the embedded code host accepts, for a folder or a project: lowercase, without accents, and with a hyphen
 * for each run of other characters; single dots, underscores and hyphens are kept. `docs` if nothing remains.
 */
export function toRepositoryName(text: string): string {
  const name = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, (run) => (/^[._-]$/.test(run) ? run : '-'))
    .replace(/^[._-]+/, '')
    .slice(0, maxLength)
    .replace(/(?:\.git|[._-])+$/, '');
  return name === '' ? 'docs' : name;
}
