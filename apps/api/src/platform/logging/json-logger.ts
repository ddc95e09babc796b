import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { logFields } from './log-fields.ts';
import { standardOutput } from './standard-output.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Nest's own messages about its start are not logged. */
const chatter = new Set(['InstanceLoader', 'NestFactory', 'NestApplication', 'RoutesResolver', 'RouterExplorer']);

/** Values of these fields are redacted, should an object with one be logged by mistake. */
const secrets = ['key', 'keys', 'password', 'token', 'secret', 'authorization', 'cookie', 'email', 'login', 'mail'];

/** One JSON object a line: level, time, context, message, and the ids of the request or job under way. */
export class JsonLogger implements LoggerService {
  private readonly pino: Logger;

  constructor(level: LogLevel, to: DestinationStream = standardOutput()) {
    const options = {
      level,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      base: { pid: process.pid },
      formatters: { level: (label: string) => ({ level: label }) },
      mixin: contextFields,
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[left out]' },
    };
    this.pino = pino(options, to);
  }

  log(message: unknown, ...rest: unknown[]): void {
    if (!chatter.has(String(rest.at(-1)))) this.write('info', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest passes the context last, and a stack before it where there is one. */
  private write(level: LogLevel | 'fatal', message: unknown, rest: unknown[]): void {
    if (!this.pino.isLevelEnabled(level)) return;
    const words = rest.filter((word) => typeof word === 'string');
    const about = { context: words.at(-1), ...(words.length > 1 && { stack: words[0] }) };
    if (typeof message === 'object' && message !== null && !(message instanceof Error)) {
      const { message: text, ...more } = message as Record<string, unknown>;
      this.pino[level]({ ...about, ...more }, typeof text === 'string' ? text : undefined);
    } else {
      this.pino[level](about, message instanceof Error ? message.message : String(message));
    }
  }
}

function contextFields(): object {
  const { traceparent, ...fields } = logFields();
  return traceparent === undefined ? fields : { ...fields, traceId: traceparent.split('-')[1] };
}
