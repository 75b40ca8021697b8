import { setTimeout as delay } from 'node:timers/promises';
import type { Client, TestSignIn } from '@docwright/sdk';
import { CliError } from '../../cli-error.ts';
import type { Invocation } from '../../invocation.ts';
import { openInBrowser } from '../../output/open-in-browser.ts';
import { requireProject, type ProjectOption } from '../require-project.ts';

export interface TestOptions extends ProjectOption {
  readonly print?: boolean;
}

type TestedMode = Parameters<Client['startTestSignIn']>[0]['mode'];

const pollMs = 1_000;

/** Starts a test, shows its address, and waits until someone signs in. */
export async function testSignIn(call: Invocation<TestOptions>): Promise<TestSignIn> {
  const client = call.client();
  const projectId = await requireProject(call, client);
  const started = await client.startTestSignIn({ projectId, mode: await chooseMode(call, { client, projectId }) });
  const { print, json } = call.options;
  const opened = print !== true && json !== true && (await openInBrowser(started.url, call.context));
  call.context.stderr.write(
    `${opened ? 'Sign in with the browser' : 'Open this address and sign in'}: ${started.url}\n`,
  );
  for (;;) {
    const test = await client.getTestSignIn({ projectId, testId: started.id });
    if (test.status !== 'pending') return test;
    await delay(pollMs, undefined, { signal: call.context.signal });
  }
}

async function chooseMode(
  call: Invocation<TestOptions>,
  { client, projectId }: { readonly client: Client; readonly projectId: string },
): Promise<TestedMode> {
  const given = call.argument(0);
  const mode = given === '' ? (await client.getSiteAccess({ projectId })).mode : given;
  if (mode === 'oauth' || mode === 'jwt' || mode === 'proxy') return mode;
  throw new CliError('usage', 'usage', `the mode is "${mode}"; only oauth, jwt and proxy can be tested`);
}
