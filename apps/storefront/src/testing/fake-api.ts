export interface FakeCall {
  /** `GET /home`, without the query. */
  name: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

export type Answer = { status?: number; body: unknown } | 'no answer' | 'never';
export type FakeRoutes = Record<string, Answer | ((call: FakeCall) => Answer | Promise<Answer>)>;

/** Stands in for the API at `fetch`. Calls without a route fail as if the API were down. Answers the list of calls that were made. */
export function fakeApi(routes: FakeRoutes): FakeCall[] {
  const calls: FakeCall[] = [];
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const isForm = request.headers.get('Content-Type')?.startsWith('multipart/form-data') ?? false;
    const text = isForm ? '' : await request.text();
    const call: FakeCall = {
      name: `${request.method} ${decodeURIComponent(url.pathname)}`,
      query: url.searchParams,
      headers: request.headers,
      body: isForm ? Object.fromEntries(await request.formData()) : text === '' ? undefined : JSON.parse(text),
    };
    calls.push(call);
    const route = routes[call.name] ?? 'no answer';
    const answer = typeof route === 'function' ? await route(call) : route;
    if (answer === 'never') return new Promise(() => undefined);
    if (answer === 'no answer') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200, headers: { 'Content-Type': 'application/json' } });
  };
  return calls;
}
