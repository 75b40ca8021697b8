const maxLength = 80;

/**
 * A repository's name, as the embedded code host takes it, for a folder or a project: without accents, in small letters, and a hyphen
 * for each run of other characters; a single dot, underscore or hyphen stays. `docs` if nothing is left.
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
