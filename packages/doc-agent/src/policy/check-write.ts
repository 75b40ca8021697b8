import picomatch from 'picomatch';
import { findNewPathProblem, findPathProblem } from './check-path.ts';
import type { AgentPolicy } from './policy.ts';

/** `content` writes text, `structure` changes entries of a configuration file, `remove` deletes or moves away. */
export type WriteIntent = 'create' | 'content' | 'structure' | 'remove';

export interface PathRules {
  /** Why the policy forbids it, or undefined. */
  findDenial(path: string, intent: WriteIntent): string | undefined;
}

/** Compiles a policy's globs once for a turn. */
export function compilePathRules(policy: AgentPolicy): PathRules {
  const options = { dot: true, nocase: true };
  const isAllowed = picomatch([...policy.allowPaths], options);
  const isDenied = picomatch([...policy.denyPaths], options);
  const isProtected = picomatch([...policy.protectedPaths], options);
  return {
    findDenial(path, intent) {
      const problem = intent === 'create' ? findNewPathProblem(path) : findPathProblem(path);
      if (problem !== undefined) return problem;
      if (isDenied(path)) return `"${path}" is on the project's list of paths that the agent may not change`;
      if (!isAllowed(path))
        return `"${path}" matches none of the paths that the agent may change: ${policy.allowPaths.join(', ')}`;
      if (intent === 'remove' && isProtected(path))
        return `"${path}" is protected: it can be edited, but not replaced, moved or deleted`;
      return undefined;
    },
  };
}
