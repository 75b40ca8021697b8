import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requireBundlePath } from '@docwright/bundle';

/** The files that the pages of one project's drafts use: styles, scripts, fonts and images. */
export interface PreviewFiles {
  /** Path and SHA-256 in hex, for the builder, which sends only other files. */
  list(): readonly (readonly [path: string, sha256: string])[];
  read(path: string): Promise<Buffer | undefined>;
  keep(path: string, bytes: Uint8Array): Promise<void>;
}

interface Project {
  readonly folder: string;
  readonly files: Map<string, { readonly name: string; readonly sha256: string; readonly size: number }>;
  bytes: number;
}

/**
 * Keeps the builder's last output for each project on this process's disk, with a limit in bytes. Other processes
 * render their own. The least recently used project is removed first. If one project exceeds the limit by itself, its
 * oldest files are removed.
 */
export function createPreviewFiles({
  root,
  maxBytes,
}: {
  readonly root: string;
  readonly maxBytes: number;
}): (projectId: string) => Promise<PreviewFiles> {
  const projects = new Map<string, Project>();
  // Files from an earlier process can't be used, because nothing records which site they belong to.
  let isSwept: Promise<void> | undefined;
  const evict = async (except: Project): Promise<void> => {
    let total = [...projects.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [id, project] of projects) {
      if (total <= maxBytes) return;
      if (project === except) continue;
      projects.delete(id);
      total -= project.bytes;
      await rm(project.folder, { recursive: true, force: true });
    }
    for (const path of except.files.keys()) {
      if (except.bytes <= maxBytes) return;
      await removeFile(except, path);
    }
  };
  return async (projectId) => {
    await (isSwept ??= rm(root, { recursive: true, force: true }));
    const project = projects.get(projectId) ?? { folder: join(root, randomUUID()), files: new Map(), bytes: 0 };
    projects.delete(projectId);
    projects.set(projectId, project);
    return openFiles(project, () => evict(project));
  };
}

function openFiles(project: Project, evict: () => Promise<void>): PreviewFiles {
  const { folder, files } = project;
  return {
    list: () => [...files].map(([path, { sha256 }]) => [path, sha256] as const),
    read: async (path) => {
      const known = files.get(path);
      if (known === undefined) return undefined;
      // An evicted file is rendered again.
      return readFile(join(folder, known.name)).catch(async () => {
        if (files.get(path) === known) await removeFile(project, path);
        return undefined;
      });
    },
    keep: async (path, bytes) => {
      // The builder runs a tenant's text, so its names are checked, and never used as names on the service's disk.
      requireBundlePath(path);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await mkdir(folder, { recursive: true });
      const name = randomUUID();
      try {
        await writeFile(join(folder, name), bytes);
      } catch (error) {
        // If the disk is full, the part that fits is kept.
        await rm(join(folder, name), { force: true });
        throw error;
      }
      const replaced = files.get(path);
      files.delete(path);
      files.set(path, { name, sha256, size: bytes.byteLength });
      project.bytes += bytes.byteLength - (replaced?.size ?? 0);
      if (replaced !== undefined) await rm(join(folder, replaced.name), { force: true });
      await evict();
    },
  };
}

async function removeFile(project: Project, path: string): Promise<void> {
  const file = project.files.get(path);
  if (file === undefined) return;
  project.files.delete(path);
  project.bytes -= file.size;
  await rm(join(project.folder, file.name), { force: true });
}
