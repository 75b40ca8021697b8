/** Targets outside the sandbox, which a hostile site tries to reach. */
export interface Canary {
  /** The secret, which is in a file, in the environment, and in the response from a server on this machine. */
  readonly secret: string;
  readonly file: string;
  readonly url: string;
}

/**
 * Returns attacks as JavaScript bodies of async functions, each of which reaches the canary if an engine runs it
 * without isolation. `escape.test.ts` first runs each of them that way.
 */
export function codeAttacks({ file, url }: Canary): Readonly<Record<string, string>> {
  const path = JSON.stringify(file);
  const read = (process: string): string => `${process}.getBuiltinModule('node:fs').readFileSync(${path}, 'utf8')`;
  return {
    'the environment': 'return process.env.DOCWRIGHT_CANARY;',
    'the environment through globalThis': "return globalThis['pro' + 'cess'].env.DOCWRIGHT_CANARY;",
    'a file through a built-in module': `return ${read('process')};`,
    'a file through import()': `return (await import('node:fs')).readFileSync(${path}, 'utf8');`,
    'a file through /proc/self/root': `return (await import('node:fs')).readFileSync('/proc/self/root' + ${path}, 'utf8');`,
    'the environment through /proc': "return (await import('node:fs')).readFileSync('/proc/self/environ', 'latin1');",
    'a file through Function': `return ${read("Function('return process')()")};`,
    'a file through the constructor of an array': `return ${read("[]['constructor']['constructor']('return process')()")};`,
    'a file through the constructor of a method': `return ${read("[].map.constructor('return process')()")};`,
    'a file through the constructor of an arrow function': `return ${read("(() => 1).constructor('return process')()")};`,
    'a file through an async constructor': `return await (async () => 1).constructor("return ${read('process').replaceAll('"', '\\"')}")();`,
    'a file through a generator’s constructor': `return (function* () {}).constructor("return ${read('process').replaceAll('"', '\\"')}")().next().value;`,
    'a file through the constructor of an object': `return ${read("({}).constructor.constructor('return process')()")};`,
    'a file through the constructor of a string': `return ${read("''.sub.constructor('return process')()")};`,
    'a file through a getter': `return ({ get a() { return ${read('process')}; } }).a;`,
    'a file through a tagged template': `return ((parts) => ${read('process')})\`x\`;`,
    'a file through a proxy': `return new Proxy({}, { get: () => ${read('process')} }).x;`,
    'a file through Symbol.toPrimitive': `return \`\${{ [Symbol.toPrimitive]: () => ${read('process')} }}\`;`,
    'a file through toString': `return '' + { toString: () => ${read('process')} };`,
    'a file through valueOf': `return 1 * { valueOf: () => NaN } || ${read('process')};`,
    'a file through toJSON': `return JSON.stringify({ toJSON: () => ${read('process')} });`,
    'a file through an iterator': `return [...{ [Symbol.iterator]: function* () { yield ${read('process')}; } }].join('');`,
    'a file through a then method': `return await { then: (done) => done(${read('process')}) };`,
    'a file through a stack trace': `Error.prepareStackTrace = (_, frames) => frames; const caught = new Error().stack; return caught ? ${read('process')} : '';`,
    'a file through eval': `return (0, eval)("process").getBuiltinModule('node:fs').readFileSync(${path}, 'utf8');`,
    'a file through vm': `return ${read("process.getBuiltinModule('node:vm').runInNewContext('this.constructor.constructor(\"return process\")()')")};`,
    'a file through a class': `class A { static x = ${read('process')}; } return A.x;`,
    'a file through Reflect': `return Reflect.construct(Function, ["return ${read('process').replaceAll('"', '\\"')}"])();`,
    'a file through process.binding': `return process.binding('fs') && ${read('process')};`,
    'a file through a program': `return process.getBuiltinModule('node:child_process').execFileSync('cat', [${path}], { encoding: 'utf8' });`,
    'a file through a thread': `const { Worker } = await import('node:worker_threads'); return await new Promise((done) => new Worker("require('node:worker_threads').parentPort.postMessage(require('node:fs').readFileSync(" + JSON.stringify(${path}) + ", 'utf8'))", { eval: true }).once('message', done));`,
    'a server through fetch': `return await (await fetch('${url}')).text();`,
    'a server through http': `const http = await import('node:http'); return await new Promise((done) => http.get('${url}', (answer) => answer.setEncoding('utf8').on('data', done)));`,
    'the prototype of all objects': `Object.prototype.docwrightCanary = ${read('process')}; return ({}).docwrightCanary;`,
    'the prototype through __proto__': `({})['__proto__'].docwrightCanary2 = ${read('process')}; return [].docwrightCanary2;`,
    'the prototype of all arrays': `Array.prototype.toString = () => ${read('process')}; return String([1]);`,
  };
}

/** The ways in which a page can contain JavaScript. Each returns the page's text and the required files. */
export const carriers: Readonly<Record<string, (body: string, name: string) => Readonly<Record<string, string>>>> = {
  expression: (body, name) => ({ [`${name}.mdx`]: `{(() => { ${body.replaceAll('await ', '')} })()}` }),
  'exported constant': (body, name) => ({
    [`${name}.mdx`]: `export const x = (() => { ${body.replaceAll('await ', '')} })();\n\n{x}\n\n<Card title={x}>{x}</Card>`,
  }),
  component: (body, name) => ({
    [`${name}.mdx`]: `import { Attack } from '/snippets/${name}.jsx';\n\n<Attack />`,
    [`snippets/${name}.jsx`]: `export const Attack = async () => { const f = async () => { ${body} }; return <p>{await f()}</p>; };`,
  }),
  'typed component with state': (body, name) => ({
    [`${name}.mdx`]: `import Attack from '/snippets/${name}.tsx';\n\n<Attack y={1} />`,
    [`snippets/${name}.tsx`]: `export default function Attack({ y }: { y: number }) { const [s] = useState(() => { ${body.replaceAll('await ', '')} }); useEffect(() => { ${body.replaceAll('await ', '').replaceAll('return ', 'void ')} }); return <p>{s as string}{y}</p>; }`,
  }),
};
