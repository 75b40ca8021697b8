import { findBrokenLinks } from '../links/find-broken-links.ts';
import { readNavigation } from '../navigation/read-navigation.ts';
import { loadSiteConfig } from '../navigation/load-site-config.ts';
import { isRedirected, readRedirects } from '../navigation/redirects.ts';
import { Workspace } from '../workspace/workspace.ts';
import { resolvePolicy } from '../policy/policy.ts';
import type { DocsFiles, DocsGate, GateIssue } from '../ports.ts';

/**
 * A gate that detects broken links, pages missing from the folder, and `<1` in prose. This is enough to test how the
 * loop uses a gate.
 */
export function simpleGate(): DocsGate & { checks: number } {
  const gate = {
    checks: 0,
    async check(files: DocsFiles): Promise<readonly GateIssue[]> {
      gate.checks++;
      const workspace = new Workspace({ base: files, overlay: new Map(), policy: resolvePolicy(), seen: [] });
      const paths = await workspace.paths();
      const texts = await workspace.texts(paths.filter((path) => /\.mdx?$/.test(path)));
      const config = await loadSiteConfig(workspace).catch(() => undefined);
      const redirects = config === undefined ? [] : readRedirects(config);
      const issues: GateIssue[] = findBrokenLinks(texts, {
        paths,
        isRedirected: (path) => isRedirected(redirects, path),
        isGenerated: () => false,
      }).map((link) => ({
        path: link.path,
        line: link.line,
        severity: 'error',
        code: 'broken-link',
        message: `the link "${link.target}" has no target`,
      }));
      for (const page of config === undefined ? [] : readNavigation(config).pages) {
        const exists = paths.some((path) => path.replace(/\.mdx?$/, '') === page.path);
        if (!exists)
          issues.push({
            path: page.file.path,
            severity: 'error',
            code: 'missing-page',
            message: `"${page.path}" has no file`,
          });
      }
      for (const [path, text] of texts)
        if (/<\d/.test(text)) issues.push({ path, severity: 'error', code: 'mdx-syntax', message: 'unexpected "<"' });
      return issues;
    },
    parsePage: (_path: string, content: string) =>
      Promise.resolve(
        /<\d/.test(content)
          ? [
              {
                line: content.split('\n').findIndex((line) => /<\d/.test(line)) + 1,
                message: 'unexpected character before name',
              },
            ]
          : [],
      ),
  };
  return gate;
}
