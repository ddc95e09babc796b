import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.ts';
import { isSecret } from '../encryption/is-secret.ts';
import { Metrics } from './metrics.ts';
import { ShopFigures } from './shop-figures.ts';

/** The metrics in Prometheus' format. They show sales and stock, so a token can protect them. */
@Injectable()
export class MetricsPage {
  readonly contentType: string;

  constructor(
    private readonly metrics: Metrics,
    private readonly figures: ShopFigures,
    private readonly config: Config,
  ) {
    this.contentType = metrics.registry.contentType;
  }

  /**
   * Whether a caller with this `Authorization` header may read; if no token is set, only where `isPrivate` says that the port is not public.
   */
  admits(authorization: string | undefined, isPrivate: boolean): boolean {
    const { token } = this.config.metrics;
    if (token === null) return isPrivate;
    return isSecret(authorization, `Bearer ${token}`);
  }

  async text(): Promise<string> {
    await this.figures.refresh();
    return this.metrics.text();
  }
}
