import type { Variables } from './environment.ts';

/** A port of the API for the staff alone. */
export interface StaffPortSettings {
  readonly port: number;
  readonly host: string;
  /** Number of reverse proxies before this port: staff may come another way than visitors. */
  readonly trustedProxies: number;
}

export function staffPortSettings(data: Variables): StaffPortSettings | null {
  return data.OPS_PORT === null ? null : { port: data.OPS_PORT, host: data.OPS_HOST ?? data.HOST, trustedProxies: data.OPS_TRUST_PROXY };
}

/** `data`: undefined where another variable is wrong already. */
export function staffPortProblems(data: Variables | undefined): string[] {
  if (data === undefined || data.OPS_PORT === null) return [];
  return [
    ...(data.OPS_PORT === data.API_PORT ? ['OPS_PORT must be another port than API_PORT.'] : []),
    ...(data.OPS_TRUST_PROXY > data.TRUST_PROXY ? ['OPS_TRUST_PROXY must not be higher than TRUST_PROXY.'] : []),
  ];
}
