import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { locateEntryPoint } from '@docwright/entry-points';
import { buildCommand } from './command.ts';
import type { CommandRequest, SandboxTools } from './command.ts';
import { runProcess } from './run-process.ts';
import type { SandboxReport, SandboxBoundary } from './sandbox.ts';
import { defaultLimits } from './settings.ts';

type Isolation = Pick<CommandRequest, 'mode' | 'withoutNetwork'>;
type BoundaryResult = SandboxReport['boundaries'][number];

const probe = new URL('probe/probe.ts', import.meta.url);
const memoryBomb = new URL('probe/memory-bomb.ts', import.meta.url);
const limits = { ...defaultLimits, memoryBytes: 128 * 1024 ** 2, cpuSeconds: 10, wallMs: 20_000 };
/** More than the limit plus all memory that Node reserves for itself. */
const forbiddenBytes = 1536 * 1024 ** 2;

/**
 * Attacks all boundaries from the inside. In `bwrap` mode, Node's permission model is turned off, so that the test
 * checks the sandbox instead of the runtime.
 */
export async function testBoundaries(tools: SandboxTools, isolation: Isolation): Promise<SandboxReport> {
  const [passive, memory] = await Promise.all([probeBoundaries(tools, isolation), probeMemory(tools, isolation)]);
  const boundaries = [...passive, memory];
  return {
    mode: isolation.mode,
    boundaries,
    safe: isolation.mode === 'bwrap' && boundaries.every((boundary) => boundary.holds),
  };
}

async function probeBoundaries(tools: SandboxTools, isolation: Isolation): Promise<readonly BoundaryResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-probe-'));
  const servers: Server[] = [];
  try {
    // Any user of this machine may read it, so only a boundary can prevent the process from reading it.
    await chmod(folder, 0o777);
    const secretFile = join(folder, 'secret');
    await writeFile(secretFile, 'the secret of another tenant', { mode: 0o644 });
    const tcp = await listen(servers, { port: 0, host: '127.0.0.1' });
    const abstractSocket = `\0docwright-probe-${randomUUID()}`;
    await listen(servers, { path: abstractSocket });
    const targets = {
      tcpPort: (tcp.address() as AddressInfo).port,
      abstractSocket,
      secretFile,
      writableFolder: folder,
    };
    const output = await runProbe(tools, isolation, probe, JSON.stringify(targets));
    return readFindings(output);
  } finally {
    for (const server of servers) server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function listen(servers: Server[], where: { port: number; host: string } | { path: string }): Promise<Server> {
  const server = createServer((socket) => socket.destroy()).listen(where);
  servers.push(server);
  await once(server, 'listening');
  return server;
}

function readFindings(output: string): readonly BoundaryResult[] {
  const names: readonly SandboxBoundary[] = ['network', 'environment', 'proc', 'file-system', 'processes'];
  let findings: Partial<Record<string, (string | null)[]>> = {};
  try {
    findings = JSON.parse(output) as typeof findings;
  } catch {
    return names.map((boundary) => ({ boundary, holds: false, detail: 'the probe did not run' }));
  }
  return names.map((boundary) => {
    const through = findings[boundary]?.filter((found) => found !== null) ?? ['the probe did not try'];
    return { boundary, holds: through.length === 0, detail: through.length === 0 ? 'held' : through.join('; ') };
  });
}

async function probeMemory(tools: SandboxTools, isolation: Isolation): Promise<BoundaryResult> {
  if (isolation.mode === 'none') return { boundary: 'memory', holds: false, detail: 'no limit is set' };
  const output = await runProbe(tools, isolation, memoryBomb, String(forbiddenBytes));
  const escaped = output.startsWith('escaped');
  return { boundary: 'memory', holds: !escaped, detail: escaped ? output : 'held' };
}

async function runProbe(tools: SandboxTools, isolation: Isolation, source: URL, argument: string): Promise<string> {
  const entry = fileURLToPath(locateEntryPoint(source));
  const request = {
    ...isolation,
    entry,
    args: [argument],
    codeFolders: [dirname(entry)],
    limits,
    allowChildProcesses: false,
    withPermissionModel: isolation.mode !== 'bwrap',
  };
  const attack = runProcess(buildCommand(tools, request), limits, {});
  return text(attack.stdout).catch(() => '');
}
