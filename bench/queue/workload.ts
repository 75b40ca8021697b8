/**
 * Decides which tenants create which jobs and when; the arrivals are the same for the simulation and for real workers.
 */

export interface Arrival {
  /** Seconds after the start. */
  readonly at: number;
  readonly tenant: string;
  readonly project: number;
  readonly tenantClass: TenantClass;
}

/**
 * `noisy`: an organization that creates all its jobs at once. `large`: an organization with a tenth of the projects.
 * `bursty`: organizations that create ten jobs together. `small`: all others.
 */
export type TenantClass = 'noisy' | 'large' | 'bursty' | 'small';
export const tenantClasses: readonly TenantClass[] = ['small', 'bursty', 'large', 'noisy'];

export interface Workload {
  readonly projects: number;
  readonly jobs: number;
  /** The period over which the jobs are spread. */
  readonly seconds: number;
  /** The number of jobs of the noisy tenant. All of them are created at once, after a tenth of the period. */
  readonly noisy: number;
  readonly seed: number;
}

const burst = 10;
const projectsOfOrganization = 10;

/** Lists the arrivals in chronological order. */
export function listArrivals({ projects, jobs, seconds, noisy, seed }: Workload): Arrival[] {
  const random = createRandom(seed);
  const arrivals: Arrival[] = [];
  while (arrivals.length < jobs) {
    const at = random() * seconds;
    const project = Math.floor(random() * projects);
    const { tenant, tenantClass } = ownerOf(project);
    const count = tenantClass === 'bursty' ? burst : 1;
    for (let n = 0; n < count && arrivals.length < jobs; n += 1) arrivals.push({ at, tenant, project, tenantClass });
  }
  for (let n = 0; n < noisy; n += 1)
    arrivals.push({ at: seconds / 10, tenant: 'noisy', project: projects + n, tenantClass: 'noisy' });
  return arrivals.sort((one, other) => one.at - other.at);
}

function ownerOf(project: number): { readonly tenant: string; readonly tenantClass: TenantClass } {
  if (project % 10 === 0) return { tenant: 'large', tenantClass: 'large' };
  const organization = Math.floor(project / projectsOfOrganization);
  return { tenant: `org_${organization}`, tenantClass: organization % 50 === 7 ? 'bursty' : 'small' };
}

/** Creates a generator of numbers from 0 to 1 that are the same in every run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
