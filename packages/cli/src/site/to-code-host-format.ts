import { createHash } from 'node:crypto';
import { relative, resolve, sep } from 'node:path';
import type { Issue, IssueSeverity } from '@docwright/site-builder';

/** Returns the pipeline's checkout folder. Code hosts resolve paths relative to it. */
export function repositoryFolder(
  format: 'github' | 'gitlab',
  { env, cwd }: { readonly env: Readonly<Record<string, string | undefined>>; readonly cwd: string },
): string {
  return (format === 'github' ? env['GITHUB_WORKSPACE'] : env['CI_PROJECT_DIR']) ?? cwd;
}

/** Returns a function that converts an issue's path to its path in the repository. */
export function toRepositoryPath(site: string, repository: string): (path: string) => string {
  const prefix = relative(resolve(repository), resolve(site)).split(sep).join('/');
  return (path) => (prefix === '' ? path : `${prefix}/${path}`);
}

const commands: Readonly<Record<IssueSeverity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Formats issues as workflow commands of GitHub Actions, which shows them next to the lines of a pull request.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function toGithubCommands(issues: readonly Issue[], pathOf: (path: string) => string): string {
  return issues
    .map(({ path, line, column, severity, code, message, fix }) => {
      const properties = Object.entries({ file: pathOf(path), line, col: column, title: code })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${escapeData(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`);
      return `::${commands[severity]} ${properties.join(',')}::${escapeData(textOf(message, fix))}`;
    })
    .join('\n');
}

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const severities: Readonly<Record<IssueSeverity, string>> = { error: 'major', warning: 'minor', info: 'info' };

/**
 * Formats issues as a Code Quality report of GitLab, which shows them in merge requests.
 * https://docs.gitlab.com/ci/testing/code_quality/
 */
export function toGitlabReport(issues: readonly Issue[], pathOf: (path: string) => string): readonly object[] {
  const seen = new Map<string, number>();
  return issues.map(({ path, line, severity, code, message, fix }) => {
    // The fingerprints in a report must be unique, and must not change when a line moves.
    const subject = `${path}\0${code}\0${message}`;
    const times = (seen.get(subject) ?? 0) + 1;
    seen.set(subject, times);
    return {
      description: textOf(message, fix),
      check_name: code,
      fingerprint: createHash('sha256').update(`${subject}\0${times}`).digest('hex'),
      severity: severities[severity],
      location: { path: pathOf(path), lines: { begin: line ?? 1 } },
    };
  });
}

const textOf = (message: string, fix: string | undefined): string =>
  fix === undefined ? message : `${message} ${fix}`;
