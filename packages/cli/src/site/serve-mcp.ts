import { existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { indexArchive } from '@docwright/bundle';
import { openSiteKnowledge } from '@docwright/site-assistant';
import { relayMcpOverStdio, serveMcpOverStdio } from '@docwright/site-assistant/mcp-over-stdio';
import { listFolderFiles, openBundleSource, openFileSource, SharedReads } from '@docwright/site-server';
import type { ReadableFile, SiteSource } from '@docwright/site-server';
import { buildSite, type OutputFile } from '@docwright/site-builder';
import { createFolderSource } from '@docwright/site-builder/folder-source';
import { CliError } from '../cli-error.ts';
import { toMcpAddress } from '../connection/mcp-address.ts';
import type { CommandResult, Invocation } from '../invocation.ts';

/** Serves a site's documentation over stdin and stdout. */
export async function serveMcp(call: Invocation<unknown>): Promise<CommandResult> {
  const named = call.argument(0);
  if (/^https?:\/\//i.test(named)) {
    await relayMcpOverStdio(toMcpAddress(call.context, call.options, named), call.context.signal);
    return { json: undefined, text: '' };
  }
  const knowledge = openSiteKnowledge(await openNamed(call, resolve(call.context.cwd, named)));
  const info = { name: 'docs', title: await knowledge.siteName(), version: knowledge.id };
  await serveMcpOverStdio(knowledge, info, call.context.signal);
  // Standard output is reserved for the protocol.
  return { json: undefined, text: '' };
}

async function openNamed(call: Invocation<unknown>, path: string): Promise<SiteSource> {
  if (!existsSync(path)) throw new CliError('notFound', 'no_site', `${path} doesn't exist`);
  const facts = await stat(path);
  if (facts.isFile()) return openArchive(path, facts.size);
  const isSource = existsSync(join(path, 'docs.json')) || existsSync(join(path, 'mint.json'));
  return openFileSource({ files: isSource ? await build(call, path) : await listFolderFiles(path) });
}

async function openArchive(path: string, sizeBytes: number): Promise<SiteSource> {
  const file = await open(path);
  const readRange = async (offset: number, size: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, offset);
    return buffer.subarray(0, bytesRead);
  };
  const index = await indexArchive({ readRange, sizeBytes });
  return openBundleSource({ site: 'mcp', index, readRange, cache: new SharedReads() });
}

async function build({ context }: Invocation<unknown>, folder: string): Promise<Map<string, ReadableFile>> {
  const files = new Map<string, ReadableFile>();
  const emit = ({ path, bytes }: OutputFile): void => {
    const content = Buffer.from(bytes);
    files.set(path, { size: content.length, read: () => Promise.resolve(content) });
  };
  await buildSite({ source: createFolderSource(folder), emit, signal: context.signal, clock: context.clock });
  return files;
}
