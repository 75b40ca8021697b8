import { decodeText, type BaseFiles, type DocsFiles, type DocsGate, type GateIssue } from '@docwright/doc-agent';
import type { Mirror } from '../../../../platform/git/index.ts';
import { AgentJobFailure } from '../errors.ts';
import type { FolderShare } from './share-folders.ts';
import type { Issue } from '@docwright/site-builder';
import type { PageRequest, SiteCheck, SiteFolder, SiteRenderer } from '../../../building/site-rendering/index.ts';

export interface OpenDocs {
  readonly base: BaseFiles;
  readonly gate: DocsGate;
  /** The files of the commit. */
  readonly folder: SiteFolder;
  /** Renders a page with the job's changes. @throws RenderFailure */
  readonly renderPage: RenderDocsPage;
  close(): void;
}

export type RenderDocsPage = (
  docs: DocsFiles,
  request: Omit<PageRequest, 'changes'>,
  signal: AbortSignal,
) => Promise<readonly Issue[]>;

/** Opens the docs of one commit for the agent's engine: files, and the site builder's checks of them. */
export async function openDocs(
  parts: { readonly renderer: SiteRenderer; readonly folders: FolderShare },
  source: {
    readonly mirror: Mirror;
    readonly commit: string;
    readonly docsFolder: string;
    /** The project of the site. */
    readonly projectId: string;
    readonly organizationId: string;
  },
): Promise<OpenDocs> {
  const { folder, base, release } = await parts.folders.hold(source.mirror, source.commit, source.docsFolder);
  const fault = findConfigFault(folder.paths, source.docsFolder);
  if (fault !== undefined) {
    release();
    throw fault;
  }
  // Most turns end before the gate is needed, so a site is opened on first use.
  let opened: SiteCheck | undefined;
  const site = { folder, siteId: source.projectId, organizationId: source.organizationId };
  const check = (): SiteCheck => (opened ??= parts.renderer.openCheck(site));
  // A model that has requested the checks often finishes with the same files, so the last result is cached.
  let latest: { readonly docs: DocsFiles; readonly issues: readonly GateIssue[] } | undefined;
  return {
    base,
    folder,
    gate: {
      check: async (docs, signal) => {
        if (latest?.docs === docs) return latest.issues;
        const issues = await check().check(await readChanges(docs), signal);
        latest = { docs, issues };
        return issues;
      },
      parsePage: async (path, content, signal) => check().parsePage(path, content, signal),
    },
    renderPage: async (docs, request, signal) =>
      check().renderPage({ ...request, changes: await readChanges(docs) }, signal),
    close: () => {
      release();
      opened?.close();
    },
  };
}

/** Reports a missing configuration file. A folder without one isn't a site, so no model is called. */
function findConfigFault(paths: readonly string[], docsFolder: string): AgentJobFailure | undefined {
  if (paths.includes('docs.json') || paths.includes('mint.json')) return undefined;
  return new AgentJobFailure({
    code: 'no_docs_config',
    message: `${docsFolder === '' ? 'The root of the repository' : `The folder "${docsFolder}"`} contains neither docs.json nor mint.json.`,
    remedy: "Set the project's docsFolder to the folder with docs.json.",
    retryable: false,
  });
}

async function readChanges(docs: DocsFiles): Promise<Map<string, string | Uint8Array | null>> {
  const changes = new Map<string, string | Uint8Array | null>();
  for (const path of docs.changed) {
    const bytes = await docs.read(path);
    changes.set(path, bytes === undefined ? null : (decodeText(bytes) ?? bytes));
  }
  return changes;
}
