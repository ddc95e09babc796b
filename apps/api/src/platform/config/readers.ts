export type Environment = Readonly<Record<string, string | undefined>>;

const DEVELOPMENT_DOMAIN = 'keyturn.example';

/** Reads one environment after the other and collects what is wrong, so that all of it is told at once. */
export class EnvironmentReader {
  readonly problems: string[] = [];
  private readonly environment: Environment;

  constructor(environment: Environment) {
    this.environment = environment;
  }

  text(name: string, fallback: string): string {
    return this.raw(name) ?? fallback;
  }

  optional(name: string): string | null {
    return this.raw(name) ?? null;
  }

  number(name: string, fallback: number, { min, max }: { min: number; max: number }): number {
    const raw = this.raw(name);
    if (raw === undefined) return fallback;
    const value = Number(raw);
    if (Number.isFinite(value) && value >= min && value <= max) return value;
    this.problems.push(`${name} must be a number from ${min} to ${max}, not "${raw}".`);
    return fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    const raw = this.raw(name);
    if (raw === undefined) return fallback;
    if (raw !== 'true' && raw !== 'false') this.problems.push(`${name} must be true or false, not "${raw}".`);
    return raw === 'true';
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice {
    const raw = this.raw(name);
    if (raw === undefined) return fallback;
    const choice = choices.find((one) => one === raw);
    if (choice === undefined) this.problems.push(`${name} must be ${choices.join(', ')}, not "${raw}".`);
    return choice ?? fallback;
  }

  address(name: string, fallback: string, protocols: readonly string[]): string {
    const value = this.raw(name) ?? fallback;
    const isFine = URL.canParse(value) && protocols.includes(new URL(value).protocol);
    if (!isFine) this.problems.push(`${name} must be an address that starts with ${protocols.join(' or ')}//.`);
    return value;
  }

  /** An origin: scheme, host and port, without a path. */
  origin(name: string, fallback: string): string {
    const value = this.address(name, fallback, ['http:', 'https:']);
    return URL.canParse(value) ? new URL(value).origin : fallback;
  }

  /** A secret with a development default, which production refuses. */
  secret(name: string, developmentDefault: string, { production, minLength }: { production: boolean; minLength: number }): string {
    const value = this.raw(name);
    if (production && (value === undefined || value === developmentDefault)) {
      this.problems.push(`${name} must be set to a secret of your own in production.`);
    } else if (production && value !== undefined && value.length < minLength) {
      this.problems.push(`${name} must be at least ${minLength} characters long in production.`);
    }
    return value ?? developmentDefault;
  }

  /** A mailbox that somebody must read. Production refuses those of the development domain, and the default with them. */
  mailbox(name: string, fallback: string, { production }: { production: boolean }): string {
    const value = this.raw(name) ?? fallback;
    const [, domain = ''] = /^[^\s@]+@([^\s@]+)$/.exec(value) ?? [];
    if (domain === '') this.problems.push(`${name} must be an e-mail address, not "${value}".`);
    else if (production && domain.toLowerCase() === DEVELOPMENT_DOMAIN) {
      this.problems.push(`${name} must be set to an address of your own in production.`);
    }
    return value;
  }

  private raw(name: string): string | undefined {
    const value = this.environment[name]?.trim();
    return value === '' ? undefined : value;
  }
}
