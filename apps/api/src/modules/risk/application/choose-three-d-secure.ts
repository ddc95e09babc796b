import { Injectable } from '@nestjs/common';
import type { ThreeDSecureWish } from '../domain/policy.ts';
import { strongerWish, wishByRisk } from '../domain/three-d-secure.ts';
import { AssessOrders, type CheckoutToAssess } from './assess-orders.ts';

/** What is asked for with every payment, whatever the risk. */
export abstract class ThreeDSecureSetting {
  abstract readonly threeDSecure: ThreeDSecureWish;
}

/** Decides, before the payment session is opened, whether the buyer's bank is asked for 3-D Secure: by setting, and by what is known of the risk. */
@Injectable()
export class ChooseThreeDSecure {
  constructor(
    private readonly assess: AssessOrders,
    private readonly setting: ThreeDSecureSetting,
  ) {}

  /** `isFurther`: its network, or its e-mail address, has another unpaid checkout open. Asks the database once. */
  async run(checkout: CheckoutToAssess, isFurther: boolean): Promise<ThreeDSecureWish> {
    const { signals, policy } = await this.assess.beforePayment(checkout);
    return strongerWish(this.setting.threeDSecure, wishByRisk(signals, isFurther, policy));
  }
}
