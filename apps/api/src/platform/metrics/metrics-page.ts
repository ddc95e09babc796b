import { hash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.ts';
import { Metrics } from './metrics.ts';
import { ShopFigures } from './shop-figures.ts';

/** The figures as Prometheus reads them. Sales and stock are nobody else's business, so a token may stand before them. */
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

  /** Whether a caller with this `Authorization` header may read; one without a token set may where `isPrivate` says that only friends get there. */
  admits(authorization: string | undefined, isPrivate: boolean): boolean {
    const { token } = this.config.metrics;
    if (token === null) return isPrivate;
    const digest = (text: string) => Buffer.from(hash('sha256', text, 'hex'));
    return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
  }

  async text(): Promise<string> {
    await this.figures.refresh();
    return this.metrics.text();
  }
}
