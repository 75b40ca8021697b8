import type { Command } from 'commander';
import type { ForceOption, SignOptions, VerifyOptions } from '../bundles/sign-and-verify.ts';
import type { Bind } from '../invocation.ts';
import { collect } from '../parse-option.ts';

const KEY_VARIABLE = 'DOCWRIGHT_BUNDLE_SIGNING_KEY';

/** Loaded by the commands that need it: the others start sooner. */
const actions = () => import('../bundles/sign-and-verify.ts');

export function addBundleCommands(program: Command, bind: Bind): void {
  const bundle = program.command('bundle').description('Keys and signatures of exported bundles.');
  bundle
    .command('keygen')
    .argument('[name]', 'beginning of both files’ names', 'bundles')
    .description('Make the two halves of a key: NAME.key signs, NAME.pub verifies. Only you can read the first.')
    .option('--force', 'replace files that exist')
    .action(bind<ForceOption>(async (call) => (await actions()).makeKeys(call)));
  bundle
    .command('sign')
    .argument('<archive>', 'bundle, a .tar.gz file')
    .description('Sign a bundle that exists; the pages in it stay as they are, byte for byte.')
    .option('--key <file>', `private half of the key (or the key itself in ${KEY_VARIABLE})`)
    .option('--out <file>', 'where the signed bundle goes; default: in place of the archive')
    .option('--force', 'replace a signature by another key, and a file that exists')
    .action(bind<SignOptions>(async (call) => (await actions()).sign(call)));
  bundle
    .command('verify')
    .argument('<archive>', 'bundle, a .tar.gz file')
    .description('Check a bundle as a deployment does, and say who signed it. Ends with 1 if it would be refused.')
    .option('--key <file>', 'public half of a key that may have signed it; may be given several times', collect)
    .option('--sha256 <digest>', 'digest that the archive must have')
    .addHelpText('after', '\nWithout --key any bundle that is whole is accepted, signed or not.')
    .action(bind<VerifyOptions>(async (call) => (await actions()).verify(call)));
}
