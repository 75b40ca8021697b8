import { compileGlobs } from './compile-glob.ts';

/**
 * Whether a line in the repository's `.gitattributes` assigns the path to Git LFS. Files in LFS are stored elsewhere: a
 * commit with their bytes would damage them.
 */
export function isInLfs(attributes: string, path: string): boolean {
  const patterns = attributes.split(/\r?\n/).flatMap((line) => {
    const [pattern = '', ...values] = line.trim().split(/\s+/);
    if (pattern === '' || pattern.startsWith('#') || !values.includes('filter=lfs')) return [];
    const rooted = pattern.replace(/^\//, '');
    return [rooted.includes('/') || pattern.startsWith('/') ? rooted : `**/${rooted}`];
  });
  return patterns.length > 0 && compileGlobs(patterns, { dot: true, ignoreCase: false })(path);
}
