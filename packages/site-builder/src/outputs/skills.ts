import { decodeText } from '../text/decode-text.ts';
import {
  type RedirectRule,
  encodePath,
  discoveryFolder,
  findRootSkill,
  indexPaths,
  publishedFolders,
  rootSkillPath,
  skillFile,
  type SkillSource,
} from '../site/index.ts';
import { digestOf } from '../text/digest-of.ts';
import { readFrontmatter } from '../text/read-frontmatter.ts';
import type { OutputFile } from '../source/output-file.ts';

/**
 * Instructions for coding agents (agentskills.io) in a repository: a Markdown file, and the files that it refers to.
 */
interface Skill {
  /** Lowercase letters, digits and single hyphens. */
  readonly name: string;
  readonly description: string;
  /** Paths in the repository by their paths in the skill's folder; `SKILL.md` first. */
  readonly files: ReadonlyMap<string, string>;
}

const skillsFolder = '.mintlify/skills/';
const maxDescriptionChars = 1024;
const discoverySchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

/** The skills in the repository that have a description; agents can't find others. */
function listSkills({ source, isIgnored }: SkillSource): Skill[] {
  const skills: Skill[] = [];
  const add = (main: string, fallback: string, more: readonly (readonly [string, string])[]): void => {
    const { fields } = readFrontmatter(decodeText(source.read(main) ?? new Uint8Array()).text);
    const { name, description } = fields;
    const id = toName(typeof name === 'string' ? name : fallback);
    if (id === '' || typeof description !== 'string' || skills.some((skill) => skill.name === id)) return;
    skills.push({
      name: id,
      description: description.trim().slice(0, maxDescriptionChars),
      files: new Map([['SKILL.md', main], ...more]),
    });
  };
  const root = findRootSkill({ source, isIgnored });
  if (root !== undefined) add(root, 'docs', []);
  for (const main of source.paths) {
    const folder = skillFile.exec(main)?.[1];
    if (folder === undefined) continue;
    const prefix = `${skillsFolder}${folder}/`;
    const otherFiles = source.paths.filter((path) => path.startsWith(prefix) && path !== main);
    add(
      main,
      folder,
      otherFiles.map((path) => [path.slice(prefix.length), path] as const),
    );
  }
  return skills;
}

/** If a site has skills but none for the whole site, `/skill.md` redirects to their list. */
export function skillRedirects(site: SkillSource): RedirectRule[] {
  if (findRootSkill(site) !== undefined || listSkills(site).length === 0) return [];
  return [{ source: `/${rootSkillPath}`, destination: `/${indexPaths[0]}`, permanent: false }];
}

function toName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
}

/**
 * The skills at the paths that agents expect: `/skill.md`, and below `.well-known` with an index in both common
 * formats.
 */
export function skillFiles(site: SkillSource, basePath: string): OutputFile[] {
  const { source } = site;
  const root = findRootSkill(site);
  const read = (path: string): Uint8Array => source.read(path) ?? new Uint8Array();
  const files: OutputFile[] = root === undefined ? [] : [{ path: rootSkillPath, bytes: read(root) }];
  const skills = listSkills(site);
  if (skills.length === 0) return files;
  for (const skill of skills)
    for (const folder of publishedFolders)
      for (const [path, from] of skill.files)
        files.push({ path: `${folder}/${skill.name}/${path}`, bytes: read(from) });
  const listed = skills.map(({ name, description, files: own }) => ({ name, description, files: [...own.keys()] }));
  const discovered = skills.map(({ name, description, files: own }) => ({
    name,
    type: 'skill-md',
    description,
    url: `${basePath}/${encodePath(`${discoveryFolder}/${name}/SKILL.md`)}`,
    digest: `sha256:${digestOf(read(own.get('SKILL.md') ?? ''))}`,
  }));
  const [listPath, discoveryPath] = indexPaths;
  return [
    ...files,
    { path: listPath, bytes: toJson({ skills: listed }) },
    { path: discoveryPath, bytes: toJson({ $schema: discoverySchema, skills: discovered }) },
  ];
}

function toJson(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
