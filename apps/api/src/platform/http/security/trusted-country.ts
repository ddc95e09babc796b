import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '../../config/config.ts';

/** `@TrustedCountry(TrustedCountryReader)`: `string | null`, the visitor's country as sent by the proxy. */
export const TrustedCountry = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>().headers,
);

/** Without TRUST_PROXY the header is ignored, because anybody could send it. */
@Injectable()
export class TrustedCountryReader implements PipeTransform<FastifyRequest['headers'], string | null> {
  constructor(private readonly config: Config) {}

  transform(headers: FastifyRequest['headers']): string | null {
    const { countryHeader, trustedProxies } = this.config;
    const value = countryHeader === null || trustedProxies === 0 ? undefined : headers[countryHeader];
    return typeof value === 'string' && /^[a-z]{2}$/i.test(value) ? value.toUpperCase() : null;
  }
}
