import { readProxyReader } from '../proxy/read-proxy-reader.ts';
import type { SignedInUser } from '../reader/read-user.ts';
import { SignInError } from '../sign-in-error.ts';
import type { ProxyAccess, SiteAccess } from '../site-access.ts';
import type { GateAnswer } from './gate-answer.ts';
import type { GateSite } from './gate-site.ts';
import type { GatePorts } from './ports.ts';
import { sendTestEnded } from './problems.ts';
import { toTestResult } from './to-test-result.ts';
import type { Visit } from './visit.ts';

const cookie = 'docwright_test';
const seconds = 600;
const tokenShape = /^[\w.-]{1,500}$/;

export interface RunningTest {
  readonly token: string;
  readonly id: string;
  readonly access: SiteAccess;
}

/** Sign-ins with `/login?test={token}`: they test settings and don't open the site. */
export class TestTokens<Site extends GateSite> {
  readonly #ports: GatePorts<Site>;

  constructor(ports: GatePorts<Site>) {
    this.#ports = ports;
  }

  /** The test that a request starts. */
  find(visit: Visit<Site>): Promise<RunningTest | undefined> {
    return this.open(visit, visit.query.get('test') ?? undefined);
  }

  /** The test that a request continues. The sign-in stores nothing else in the browser. */
  resume(visit: Visit<Site>): Promise<RunningTest | undefined> {
    return this.open(visit, visit.cookie(cookie)[0]);
  }

  async open(visit: Visit<Site>, token: string | undefined): Promise<RunningTest | undefined> {
    if (token === undefined || !tokenShape.test(token)) return undefined;
    const found = await this.#ports.tests?.find(visit.site, token);
    return found === undefined ? undefined : { token, ...found };
  }

  toCookies({ cookies }: Visit<Site>, token: string | undefined): readonly string[] {
    return token === undefined ? [] : [cookies.write(cookie, token, seconds)];
  }

  /** Finishes a test. @param outcome the user or the failure. @throws an error that isn't part of the sign-in */
  async finish(
    visit: Visit<Site>,
    { id, access }: RunningTest,
    outcome: unknown,
    cookies: readonly string[] = [],
  ): Promise<GateAnswer> {
    if (outcome instanceof Error && !(outcome instanceof SignInError)) throw outcome;
    await this.#ports.tests?.store(visit.site, id, toTestResult(access, outcome as SignedInUser | SignInError));
    return sendTestEnded([...cookies, visit.cookies.remove(cookie)]);
  }

  /** Finishes a proxy test: the proxy signs readers in before a request arrives here. */
  finishAtProxy(visit: Visit<Site>, access: ProxyAccess, test: RunningTest): Promise<GateAnswer> {
    const reader = readProxyReader(access, visit.request);
    const message = `The request from ${visit.request.peer.address} is not from the proxy, lacks its proof, or names no reader in ${access.userHeader}.`;
    const received = reader === undefined ? {} : { ...reader };
    const outcome =
      reader === undefined
        ? new SignInError('provider-refused', message)
        : { reader, expiresAtMs: undefined, received };
    return this.finish(visit, test, outcome);
  }
}
