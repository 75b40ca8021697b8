import type { Caller } from './read-member.ts';
import { toText, type Value } from './values.ts';

type ArrayMethod = (list: Value[], args: readonly Value[], caller: Caller) => Value;

const numberOr = (value: Value, otherwise: number): number => (value === undefined ? otherwise : Number(value));

/** Calls an author's function for each item, counted against the page's steps. */
function each<T>(use: (list: Value[], call: (item: Value, index: number) => Value) => T) {
  return (list: Value[], [target]: readonly Value[], caller: Caller): T =>
    use(list, (item, index) => {
      caller.budget.step();
      return caller.call(target, [item, index, list]);
    });
}

export const arrayMethods: ReadonlyMap<string, ArrayMethod> = new Map<string, ArrayMethod>([
  ['map', each((list, call) => list.map(call))],
  ['filter', each((list, call) => list.filter((item, index) => Boolean(call(item, index))))],
  ['find', each((list, call) => list.find((item, index) => Boolean(call(item, index))))],
  ['findIndex', each((list, call) => list.findIndex((item, index) => Boolean(call(item, index))))],
  ['some', each((list, call) => list.some((item, index) => Boolean(call(item, index))))],
  ['every', each((list, call) => list.every((item, index) => Boolean(call(item, index))))],
  ['forEach', each((list, call) => list.forEach((item, index) => void call(item, index)) as undefined)],
  ['flatMap', each((list, call) => list.flatMap((item, index) => call(item, index)))],
  ['reduce', reduce],
  [
    'join',
    (list, [by], { budget }) =>
      budget.text(
        list
          .map((item) => (item === null || item === undefined ? '' : toText(item)))
          .join(by === undefined ? ',' : toText(by)),
      ),
  ],
  ['slice', (list, [from, to]) => list.slice(numberOr(from, 0), numberOr(to, list.length))],
  [
    'concat',
    (list, args, { budget }) => budget.list(list.concat(...args.map((arg) => (Array.isArray(arg) ? arg : [arg])))),
  ],
  ['includes', (list, [item]) => list.includes(item)],
  // Of a set, which is a list here.
  ['has', (list, [item]) => list.includes(item)],
  ['indexOf', (list, [item]) => list.indexOf(item)],
  ['at', (list, [at]) => list.at(numberOr(at, 0))],
  ['flat', (list) => list.flatMap((item) => item)],
  ['reverse', (list) => list.reverse()],
  ['toReversed', (list) => list.toReversed()],
  ['sort', sort],
  ['toSorted', (list, args, caller) => sort([...list], args, caller)],
  ['push', push],
  ['pop', (list) => list.pop()],
  ['shift', (list) => list.shift()],
  ['unshift', (list, args, { budget }) => budget.list(list).unshift(...args)],
  ['keys', (list) => [...list.keys()]],
  ['values', (list) => list],
  ['entries', (list) => [...list.entries()].map(([index, item]): Value => [index, item])],
  ['fill', (list, [value]) => list.fill(value)],
  ['toString', (list) => toText(list)],
]);

function reduce(list: Value[], args: readonly Value[], caller: Caller): Value {
  const rest = args.length > 1 ? list : list.slice(1);
  let result = args.length > 1 ? args[1] : list[0];
  rest.forEach((item, index) => {
    caller.budget.step();
    result = caller.call(args[0], [result, item, index, list]);
  });
  return result;
}

function sort(list: Value[], [compare]: readonly Value[], caller: Caller): Value[] {
  if (compare === undefined) return list.sort((a, b) => (toText(a) < toText(b) ? -1 : 1));
  return list.sort((a, b) => {
    caller.budget.step();
    return Number(caller.call(compare, [a, b])) || 0;
  });
}

function push(list: Value[], args: readonly Value[], { budget }: Caller): number {
  for (const item of args) list.push(item);
  budget.list(list.slice(0, 0));
  if (list.length > 50_000) budget.list(list);
  return list.length;
}
