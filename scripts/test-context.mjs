import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks';

// Loaded into each process of a test run, before `node:test`. To find the test that a statement belongs to, Node's
// runner creates an async hook, which is called for each promise: an `await` takes 1.5 µs instead of 0.07 µs. This
// module lets the runner find it with an AsyncLocalStorage instead, which costs nothing per promise. Unit tests take 6
// to 20% less processor time.
const { AsyncResource, createHook, executionAsyncId } = asyncHooks;
/** @type {AsyncLocalStorage<number>} The ID of the running test, hook or suite. */
const running = new AsyncLocalStorage();
/** @type {import('node:async_hooks').HookCallbacks['init']} Reports the ID of a new test to the runner. */
let register;

// The class that the runner's tests extend.
class TestResource extends AsyncResource {
  /**
   * @param {string} type
   * @param {number | import('node:async_hooks').AsyncResourceOptions} [options]
   */
  constructor(type, options) {
    super(type, options);
    register?.(this.asyncId(), type, 0, this);
  }

  /**
   * @override
   * @template This, Result
   * @param {(this: This, ...args: unknown[]) => Result} run
   * @param {This} [self]
   * @param {unknown[]} args
   * @returns {Result}
   */
  runInAsyncScope(run, self, ...args) {
    return super.runInAsyncScope(() => running.run(this.asyncId(), () => Reflect.apply(run, self, args)));
  }
}

// The runner reads these when it is loaded; afterwards, tests see Node's own.
Object.assign(asyncHooks, {
  AsyncResource: TestResource,
  createHook: (/** @type {import('node:async_hooks').HookCallbacks} */ callbacks) => ({
    enable: () => (register = (...event) => callbacks.init?.(...event)),
    disable: () => (register = undefined),
  }),
  executionAsyncId: () => running.getStore() ?? executionAsyncId(),
});
await import('node:test');
Object.assign(asyncHooks, { AsyncResource, createHook, executionAsyncId });
