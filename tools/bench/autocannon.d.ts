/** The part of autocannon that the benches use; the package has no types of its own. */
declare module 'autocannon' {
  interface Client {
    setRequests(requests: readonly { readonly path: string }[]): void;
  }
  interface Result {
    readonly requests: { readonly total: number };
    readonly latency: { readonly p50: number; readonly p99: number };
    /** Seconds. */
    readonly duration: number;
    readonly errors: number;
    readonly non2xx: number;
  }
  export default function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    /** Requests a second of all connections together; without it as many as go. */
    overallRate?: number;
    setupClient?: (client: Client) => void;
  }): Promise<Result>;
}
