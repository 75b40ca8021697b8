import type { Caller } from './caller.ts';
import { joinTexts, toNumber, toText, type Value } from './values.ts';

type ArrayMethod = (list: Value[], args: readonly Value[], caller: Caller) => Value;

/** Calls an author's function for each item, counted against the page's steps. */
function each<T>(use: (list: Value[], call: (item: Value, index: number) => Value, caller: Caller) => T) {
  return (list: Value[], [target]: readonly Value[], caller: Caller): T =>
    use(
      list,
      (item, index) => {
        caller.budget.step();
        return caller.call(target, [item, index, list]);
      },
      caller,
    );
}

/** A method whose arguments are numbers; a missing argument is undefined. */
const byNumbers =
  (use: (list: Value[], ...numbers: (number | undefined)[]) => Value): ArrayMethod =>
  (list, args, { budget }) =>
    use(list, ...args.map((value) => (value === undefined ? undefined : toNumber(value, budget))));

/** A method that scans or copies the list: one step per item. */
const through =
  (use: (list: Value[], args: readonly Value[]) => Value): ArrayMethod =>
  (list, args, { budget }) => {
    budget.step(list.length);
    return use(list, args);
  };

export const arrayMethods: ReadonlyMap<string, ArrayMethod> = new Map<string, ArrayMethod>([
  ['map', each((list, call) => list.map(call))],
  ['filter', each((list, call) => list.filter((item, index) => Boolean(call(item, index))))],
  ['find', each((list, call) => list.find((item, index) => Boolean(call(item, index))))],
  ['findIndex', each((list, call) => list.findIndex((item, index) => Boolean(call(item, index))))],
  ['some', each((list, call) => list.some((item, index) => Boolean(call(item, index))))],
  ['every', each((list, call) => list.every((item, index) => Boolean(call(item, index))))],
  ['forEach', each((list, call) => list.forEach((item, index) => void call(item, index)) as undefined)],
  ['flatMap', each((list, call, caller) => flatten(list, call, caller))],
  ['flat', (list, _, caller) => flatten(list, (item) => item, caller)],
  ['reduce', reduce],
  ['join', (list, [by], { budget }) => joinTexts(list, by === undefined ? ',' : toText(by, budget), budget)],
  ['slice', (list, args, caller) => caller.budget.list(slice(list, args, caller))],
  ['concat', (list, args, caller) => flatten([list, ...args], (item) => item, caller)],
  ['includes', through((list, [item]) => list.includes(item))],
  // Methods of a `Set`, which is represented as a list.
  ['has', through((list, [item]) => list.includes(item))],
  ['add', add],
  ['delete', remove],
  ['indexOf', through((list, [item]) => list.indexOf(item))],
  ['at', byNumbers((list, at = 0) => list.at(at))],
  ['reverse', through((list) => list.reverse())],
  ['toReversed', through((list) => list.toReversed())],
  ['sort', sort],
  ['toSorted', (list, args, caller) => sort([...list], args, caller)],
  ['push', push],
  ['pop', (list) => list.pop()],
  ['shift', through((list) => list.shift())],
  ['unshift', (list, args, { budget }) => budget.list(list).unshift(...args)],
  ['keys', through((list) => [...list.keys()])],
  ['values', (list) => list],
  ['entries', through((list) => [...list.entries()].map(([index, item]): Value => [index, item]))],
  ['fill', through((list, [value]) => list.fill(value))],
  ['toString', (list, _, { budget }) => toText(list, budget)],
]);

function slice(list: Value[], args: readonly Value[], { budget }: Caller): Value[] {
  const [from, to] = args.map((value) => (value === undefined ? undefined : toNumber(value, budget)));
  return list.slice(from, to);
}

/**
 * Concatenates the results for all items, flattening lists. Checks the length during concatenation, because it may be
 * the product of the lengths of two lists.
 */
function flatten(list: readonly Value[], use: (item: Value, index: number) => Value, { budget }: Caller): Value[] {
  const result: Value[] = [];
  for (const [index, item] of list.entries()) {
    const part = use(item, index);
    if (!Array.isArray(part)) result.push(part);
    else {
      budget.listItems(result.length + part.length);
      for (const inner of part) result.push(inner);
    }
  }
  return budget.list(result);
}

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
  const { budget } = caller;
  return list.sort((a, b) => {
    budget.step();
    if (compare !== undefined) return toNumber(caller.call(compare, [a, b]), budget) || 0;
    const [first, second] = [toText(a, budget), toText(b, budget)];
    return first < second ? -1 : first > second ? 1 : 0;
  });
}

function add(list: Value[], [item]: readonly Value[], { budget }: Caller): Value[] {
  budget.step(list.length);
  if (!list.includes(item)) budget.listItems(list.push(item));
  return list;
}

function remove(list: Value[], [item]: readonly Value[], { budget }: Caller): boolean {
  budget.step(list.length);
  const at = list.indexOf(item);
  if (at !== -1) list.splice(at, 1);
  return at !== -1;
}

function push(list: Value[], args: readonly Value[], { budget }: Caller): number {
  budget.listItems(list.length + args.length);
  budget.step(1 + args.length);
  for (const item of args) list.push(item);
  return list.length;
}
