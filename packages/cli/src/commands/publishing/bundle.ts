import type { Command } from 'commander';
import type { ForceOption, SignOptions, VerifyOptions } from '../../bundles/sign-and-verify.ts';
import type { Bind } from '../../invocation.ts';
import { collect } from '../../parse-option.ts';

const KEY_VARIABLE = 'DOCWRIGHT_BUNDLE_SIGNING_KEY';

/** Loaded only by the commands that need it, so that other commands start faster. */
const actions = () => import('../../bundles/sign-and-verify.ts');

export function addBundleCommands(program: Command, bind: Bind): void {
  const bundle = program.command('bundle').description('Keys and signatures of exported bundles.');
  bundle
    .command('keygen')
    .argument('[name]', 'common part of both file names', 'bundles')
    .description('Create a key pair: NAME.key signs, NAME.pub verifies. Only you can read NAME.key.')
    .option('--force', 'replace existing files')
    .action(bind<ForceOption>(async (call) => (await actions()).makeKeys(call)));
  bundle
    .command('sign')
    .argument('<archive>', 'bundle, a .tar.gz file')
    .description('Sign an existing bundle. Its pages don’t change.')
    .option('--key <file>', `private key (or set ${KEY_VARIABLE} to its content)`)
    .option('--out <file>', 'where to write the signed bundle; default: replaces the archive')
    .option('--force', 'replace a signature made with another key, and an existing file')
    .action(bind<SignOptions>(async (call) => (await actions()).sign(call)));
  bundle
    .command('verify')
    .argument('<archive>', 'bundle, a .tar.gz file')
    .description(
      'Check a bundle as a deployment does, and show who signed it. Exits with code 1 if a deployment would reject it.',
    )
    .option('--key <file>', 'public key that might have signed it; repeatable', collect)
    .option('--sha256 <digest>', 'expected digest of the archive')
    .addHelpText('after', '\nWithout --key, any intact bundle is accepted, signed or not.')
    .action(bind<VerifyOptions>(async (call) => (await actions()).verify(call)));
}
