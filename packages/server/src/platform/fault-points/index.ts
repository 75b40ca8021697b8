export { armFaultPoints, noFaultPoints } from './arm-fault-points.ts';
export { faultPointNames, type FaultPoint, type FaultPointName } from './fault-points.ts';
