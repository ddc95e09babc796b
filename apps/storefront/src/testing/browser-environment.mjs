import { TestEnvironment } from 'jest-environment-jsdom';

/** Node's Request knows only Node's own forms: one of jsdom's is written anew, its files with their names and sizes. */
class RequestOfForms extends Request {
  constructor(input, init) {
    super(input, init?.body?.constructor?.name === 'FormData' ? { ...init, body: nodeForm(init.body) } : init);
  }
}

function nodeForm(given) {
  const form = new FormData();
  for (const [name, value] of given) {
    form.append(name, typeof value === 'string' ? value : new File([new Uint8Array(value.size)], value.name, { type: value.type }));
  }
  return form;
}

/** jsdom with the parts of a browser that it lacks and that Node has: fetch and its family, encoders, clones. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, {
      fetch,
      Request: RequestOfForms,
      Response,
      Headers,
      AbortController,
      AbortSignal,
      TextEncoder,
      TextDecoder,
      structuredClone,
    });
  }
}
