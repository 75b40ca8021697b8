import { faultPointNames, type FaultPoint, type FaultPointName } from './fault-points.ts';

/** A point, and how many times this process must reach it to trigger it. */
interface ArmedPoint {
  readonly name: FaultPointName;
  readonly time: number;
}

export const noFaultPoints: FaultPoint = () => undefined;

/**
 * @param text `name:kill:time`, several separated by commas; `time` counts from 1
 * @param kill ends the process as `kill -9` does: nothing is flushed, closed or reported
 * @throws RangeError for any other text
 */
export function armFaultPoints(text: string, kill: () => void): FaultPoint {
  const armed = text.split(',').map(parsePoint);
  const passed = new Map<FaultPointName, number>();
  return (name) => {
    const time = (passed.get(name) ?? 0) + 1;
    passed.set(name, time);
    if (armed.some((point) => point.name === name && point.time === time)) kill();
  };
}

function parsePoint(text: string): ArmedPoint {
  const [wanted, action, times = '', ...rest] = text.trim().split(':');
  const name = faultPointNames.find((known) => known === wanted);
  if (name === undefined || action !== 'kill' || !/^[1-9]\d{0,3}$/.test(times) || rest.length > 0) {
    throw new RangeError(`"${text}" is not a fault point; allowed: name:kill:time with ${faultPointNames.join(', ')}`);
  }
  return { name, time: Number(times) };
}
