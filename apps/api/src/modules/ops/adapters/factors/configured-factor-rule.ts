import { Injectable } from '@nestjs/common';
import { Config } from '../../../../platform/config/config.ts';
import { FactorRule } from '../../application/second-factor.ts';

@Injectable()
export class ConfiguredFactorRule extends FactorRule {
  override readonly isRequired: boolean;

  constructor(config: Config) {
    super();
    this.isRequired = config.isSecondFactorRequired;
  }
}
