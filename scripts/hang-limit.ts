/**
 * How long a test waits for an event before it fails. No event takes this long, even on a machine that is busy with
 * other work. On two cores with a load of 30, a worker started in 35 s and recovered a job in 145 s. A test that
 * reaches this limit has therefore hung.
 */
export const hangLimitMs = 300_000;
