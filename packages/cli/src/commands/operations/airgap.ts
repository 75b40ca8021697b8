import type { Command } from 'commander';
import type { PackOptions, VerifyOptions } from '../../airgap/pack-and-verify.ts';
import type { Bind } from '../../invocation.ts';
import { collect } from '../../parse-option.ts';

/** Loaded only by the commands that need it, so that other commands start faster. */
const actions = () => import('../../airgap/pack-and-verify.ts');

export function addAirgapCommands(program: Command, bind: Bind): void {
  const airgap = program.command('airgap').description('Bring a release into a network without internet access.');
  airgap
    .command('pack')
    .argument('<folder>', 'folder of a release, such as release/1.0.0')
    .description(
      'Write a release to one file: the command, images, charts, bills of materials, signature, manual and the list of images. The same release produces the same bytes.',
    )
    .option('--out <file>', 'where to write the pack; default: docwright-airgap-VERSION.tar')
    .option('--force', 'replace an existing file')
    .action(bind<PackOptions>(async (call) => (await actions()).pack(call)));
  airgap
    .command('verify')
    .argument('<file>', 'pack, a .tar file')
    .description(
      'Check the signature and every digest of a pack, and that its images, charts and bills of materials belong together. Lists its content. Exits with code 1 if the pack is rejected.',
    )
    .option('--key <file>', 'public key of the publisher; repeatable', collect)
    .option('--extract <folder>', 'extract the files to a new or empty folder, after all checks')
    .addHelpText('after', '\nWithout --key, any intact pack is accepted, signed or not.')
    .action(bind<VerifyOptions>(async (call) => (await actions()).verify(call)));
}
