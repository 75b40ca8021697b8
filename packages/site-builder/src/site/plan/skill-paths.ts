import type { SiteSource } from '../../source/site-source.ts';

/** Paths that agents check: first the paths of version 0.2.0, then the previous paths. */
export const publishedFolders = ['.well-known/agent-skills', '.well-known/skills'] as const;
export const [discoveryFolder, listFolder] = publishedFolders;

export const skillFile = /^\.mintlify\/skills\/([^/]+)\/SKILL\.md$/i;
/** The skill of the whole site. */
export const rootSkillPath = 'skill.md';
export const indexPaths = [`${listFolder}/index.json`, `${discoveryFolder}/index.json`] as const;

export interface SkillSource {
  readonly source: SiteSource;
  readonly isIgnored: (path: string) => boolean;
}

/** Addresses of skills that links may use, known without reading the skills. */
export function skillPaths({ source, isIgnored }: SkillSource): string[] {
  const root = findRootSkill({ source, isIgnored });
  const hasSkills = root !== undefined || source.paths.some((path) => skillFile.test(path));
  return [...(root === undefined ? [] : [rootSkillPath]), ...(hasSkills ? indexPaths : [])];
}

export function findRootSkill({ source, isIgnored }: SkillSource): string | undefined {
  return source.paths.find((path) => /^skill\.md$/i.test(path) && !isIgnored(path));
}
