import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { testCodeHostContract } from '../../../platform/code-host/testing/code-host-contract.ts';
import { KEYS, ORGANIZATION, startTestHost } from './testing/test-host.ts';

testCodeHostContract('local', {
  refusesDuplicates: true,
  lacks: ['hooks'],
  start: async () => {
    const world = await startTestHost();
    const seed = { kind: 'empty' } as const;
    const repository = await world.host.createRepository({ organizationId: ORGANIZATION, name: 'docs', seed });
    const gone = await world.host.createRepository({ organizationId: ORGANIZATION, name: 'gone', seed });
    await world.host.deleteRepository(ORGANIZATION, 'gone');
    const work = join(world.folder, 'work');
    await world.git('init', '--quiet', '--initial-branch=main', work);
    const push = async (branch: string): Promise<void> => {
      writeFileSync(join(work, 'page.mdx'), branch);
      await world.git('-C', work, 'add', '.');
      await world.git('-C', work, 'commit', '--quiet', '-m', branch);
      await world.git(
        '-C',
        work,
        'push',
        '--quiet',
        world.host.cloneUrl(repository).replace('http://', `http://x:${KEYS.admin}@`),
        `HEAD:refs/heads/${branch}`,
      );
    };
    await push('main');
    return {
      host: world.host.connect(repository),
      missing: world.host.connect(gone),
      defaultBranch: 'main',
      author: null,
      sha: 'a'.repeat(40),
      pushBranch: push,
      close: () => world.close(),
    };
  },
});
