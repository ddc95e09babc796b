import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.ts';
import { type Alert, Alerts } from '../../../shared/ports.ts';
import { AlertRows } from './ports.ts';

@Injectable()
export class RaisedAlerts extends Alerts {
  constructor(
    private readonly rows: AlertRows,
    private readonly config: Config,
  ) {
    super();
  }

  override async raise(alert: Alert): Promise<void> {
    if (!this.config.alertsOff.has(alert.kind)) await this.rows.add(alert);
  }
}
