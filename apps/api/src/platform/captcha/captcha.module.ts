import { Global, Module } from '@nestjs/common';
import { CaptchaGate, SingleUse } from '../../shared/ports.ts';
import { Config } from '../config/config.ts';
import { derivedSecret } from '../config/derived-secret.ts';
import { AltchaCaptcha } from './altcha-captcha.ts';
import { CaptchaPasses } from './captcha-pass.ts';
import { CaptchaController } from './captcha.controller.ts';
import { Captcha } from './ports.ts';
import { SiteverifyCaptcha } from './siteverify-captcha.ts';

@Global()
@Module({
  controllers: [CaptchaController],
  providers: [
    { provide: Captcha, inject: [Config, SingleUse], useFactory: configuredCaptcha },
    CaptchaPasses,
    { provide: CaptchaGate, useExisting: CaptchaPasses },
  ],
  exports: [Captcha, CaptchaGate, CaptchaPasses],
})
export class CaptchaModule {}

function configuredCaptcha(config: Config, singleUse: SingleUse): Captcha {
  if (config.captcha.provider !== 'altcha') return new SiteverifyCaptcha(config.captcha);
  return new AltchaCaptcha(derivedSecret(config, 'captcha challenge'), derivedSecret(config, 'captcha solution'), singleUse);
}
