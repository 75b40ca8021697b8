import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts a file system of a given size. Returns false if this user isn't allowed to. */
export function mount(path: string, kilobytes: number): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', path]).status === 0;
}

export const unmount = (path: string): boolean => spawnSync('umount', [path]).status === 0;

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-disk-'));
  try {
    return mount(folder, 64) && unmount(folder);
  } finally {
    rmdirSync(folder);
  }
}

/** The reason why a test can't mount a small disk, or false. */
export const noSmallDisk = canMount() ? false : 'mounting a small file system is not allowed here';
