import { findNewPathProblem, findPathProblem } from '../paths/check-path.ts';
import { compileGlobs } from './compile-glob.ts';
import { findForbiddenKind } from './never-written.ts';
import type { AgentPolicy } from './policy.ts';

/** `content` writes text, `structure` changes entries of a configuration file, `remove` deletes or moves away. */
export type WriteIntent = 'create' | 'content' | 'structure' | 'remove';

export interface PathRules {
  /** The reason why the policy forbids the write, with the remedy; `undefined` if it is allowed. */
  findDenial(path: string, intent: WriteIntent): string | undefined;
}

/** Pages and their assets: they aren't executed, and builds don't read them as instructions. */
const documentation =
  /\.(?:mdx|md|svg|png|jpe?g|gif|webp|avif|bmp|ico|woff2?|ttf|otf|eot|mp4|m4v|webm|mov|mp3|m4a|wav|ogg)$/i;
const scripts = /\.[jt]sx$|\.js$/i;
/** A glob with an explicit extension names a kind of file: `*.css`, `data/*.{json,yaml}`, `theme.json`. */
const namesKind = /\.(?:[a-z0-9]+|\{[a-z0-9,]+\})$/i;

/**
 * Allows only documentation, files that the site itself names (`siteFiles`), and files that the project names. Compiles
 * a policy's globs once for a turn. `pluginRoots`: folders that are plugins of coding agents.
 */
export function compilePathRules(
  policy: AgentPolicy,
  siteFiles: ReadonlySet<string>,
  pluginRoots: ReadonlySet<string> = new Set(),
): PathRules {
  const options = { dot: true, ignoreCase: true };
  const isAllowed = compileGlobs(policy.allowPaths, options);
  const isNamed = compileGlobs(
    policy.allowPaths.filter((glob) => namesKind.test(glob)),
    options,
  );
  const isDenied = compileGlobs(policy.denyPaths, options);
  const isProtected = compileGlobs(policy.protectedPaths, options);
  const findKindDenial = (path: string): string | undefined => {
    if (scripts.test(path)) {
      return policy.allowScripts
        ? undefined
        : `"${path}" runs in readers' browsers; the agent may change .js, .jsx and .tsx files only if the project sets allowScripts`;
    }
    if (documentation.test(path) || siteFiles.has(path) || isNamed(path)) return undefined;
    return `"${path}" is not documentation (pages, images, fonts, media, docs.json and the API descriptions that it names); the agent may change it only if the project's allowPaths name it or its extension`;
  };
  return {
    findDenial(path, intent) {
      const problem = intent === 'create' ? findNewPathProblem(path) : findPathProblem(path);
      if (problem !== undefined) return problem;
      const forbidden = findForbiddenKind(path, pluginRoots);
      if (forbidden !== undefined)
        return `"${path}" is ${forbidden}, which the agent may not change in any project; change it yourself`;
      if (policy.onlyPath !== undefined && path !== policy.onlyPath)
        return `"${path}" can't be changed: the request is only about "${policy.onlyPath}"`;
      if (isDenied(path))
        return `"${path}" is on the project's list of paths that the agent may not change (denyPaths)`;
      if (!isAllowed(path))
        return `"${path}" matches none of the paths that the agent may change (allowPaths): ${policy.allowPaths.join(', ')}`;
      if (intent === 'remove' && isProtected(path))
        return `"${path}" is protected: it can be edited, but not replaced, moved or deleted`;
      return findKindDenial(path);
    },
  };
}
