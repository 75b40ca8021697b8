import { resolveSettings } from '../../settings/resolve-settings.ts';
import { createFolderSource } from '../../source/folder-source.ts';
import type { NewPageRecord } from '../cache/index.ts';
import { createMemorySource } from '../../source/memory-source.ts';
import { prepareBuild } from '../prepare-build.ts';
import type { SiteSource } from '../../source/site-source.ts';
import { PageQueue, type PageRun } from './page-queue.ts';
import { planDigest } from './plan-digest.ts';
import type { ThreadMessage, ThreadInput, ThreadSource } from './thread-messages.ts';

/** The work of a thread: reads the site, and renders runs of pages until the queue is empty. */
export async function makePages({ site, taken, port }: ThreadInput): Promise<void> {
  const { needsFiles, isCached, settings } = site;
  const source = openSource(site.source);
  const request = { source, emit: needsFiles ? () => undefined : undefined, clock: () => performance.now() };
  const resolved = resolveSettings(settings);
  // Threads help to build the public site; sealed files are created separately.
  const isSealed = resolved.restricted === 'seal';
  const restricted = isSealed ? 'exclude' : resolved.restricted;
  const isReused = isCached || isSealed;
  const parts = await prepareBuild(request, { ...resolved, restricted }, () => isReused);
  const { plan, chosen, pages } = parts;
  const tell = (message: ThreadMessage, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  tell({ type: 'planned', digest: planDigest(parts) });
  const make = ({ first, end }: PageRun): NewPageRecord[] =>
    chosen.slice(first, end).map((planned) => {
      const record = pages.makeRecord(planned, plan.views.view(planned.page.path));
      return isReused ? record : withoutTexts(record);
    });
  const queue = new PageQueue(taken);
  for (;;) {
    queue.waitForRoom();
    const run = queue.take(chosen.length);
    if (run === undefined) break;
    const records = make(run).map(withOwnBytes);
    tell({ type: 'pages', first: run.first, records }, records.flatMap(buffersOf));
  }
  port.close();
}

function openSource(source: ThreadSource): SiteSource {
  return source.kind === 'folder'
    ? createFolderSource(source.folder, source.leftOut)
    : createMemorySource(source.files);
}

/**
 * The parts of a page that a build needs but doesn't cache: the document, which is written, and the description and the
 * sections for the search index.
 */
function withoutTexts(record: NewPageRecord): NewPageRecord {
  return { ...record, page: { ...record.page, content: '', sidePanel: '', headings: [] } };
}

/** Copies documents to separate memory, which can be transferred: small buffers in Node share their memory. */
function withOwnBytes(record: NewPageRecord): NewPageRecord {
  const { files } = record.written;
  if (files === undefined) return record;
  const own = (bytes: Uint8Array): Uint8Array =>
    bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
  return { ...record, written: { ...record.written, files: { html: own(files.html), markdown: own(files.markdown) } } };
}

function buffersOf({ written }: NewPageRecord): ArrayBuffer[] {
  const { files } = written;
  return files === undefined ? [] : [files.html.buffer as ArrayBuffer, files.markdown.buffer as ArrayBuffer];
}
