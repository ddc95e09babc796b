import { createHash } from 'node:crypto';
import { buyersCountry, exclusionSentence } from '@keyturn/shop-rules';
import {
  BadRequestException,
  Body,
  ConflictException,
  Controller,
  Get,
  Headers,
  Post,
  Query,
  Redirect,
  Res,
  UseGuards,
} from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiForbiddenResponse,
  ApiHeader,
  ApiOperation,
  ApiSecurity,
  ApiSeeOtherResponse,
  ApiServiceUnavailableResponse,
  ApiTags,
  ApiUnauthorizedResponse,
  refs,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CaptchaPass } from '../../../platform/captcha/captcha-pass.ts';
import { Config } from '../../../platform/config/config.ts';
import { networkOf, rememberBrowser } from '../../../platform/http/security/browser-id.ts';
import { CalledBy, type Caller } from '../../../platform/http/security/caller.ts';
import { Limited } from '../../../platform/limits/limited.ts';
import { Problem } from '../../../platform/http/responses/problem.dto.ts';
import { TrustedCountry, TrustedCountryReader } from '../../../platform/http/security/trusted-country.ts';
import { Ids } from '../../../shared/ports.ts';
import { type CheckedCart, CheckedCartDto, checkedCartView, wantedLines } from '../../cart-validation/index.ts';
import { Catalogue } from '../../catalog/index.ts';
import { CurrentUser, type Identity, OptionalJwtAuthGuard } from '../../users/index.ts';
import { EndOpenCheckouts } from '../application/end-open-checkouts.ts';
import { OpenCheckout } from '../application/open-checkout.ts';
import { isCancelSignature, PaymentUnavailable } from '../../payments/index.ts';
import { CancelQuery, CheckoutDto, customerOf, expectedTotalMinor, PaymentSessionDto } from './checkout.dto.ts';

@ApiTags('checkout')
@Controller('products/payment_checkout')
export class CheckoutController {
  constructor(
    private readonly openCheckout: OpenCheckout,
    private readonly endOpenCheckouts: EndOpenCheckouts,
    private readonly catalogue: Catalogue,
    private readonly ids: Ids,
    private readonly config: Config,
  ) {}

  @Post()
  @UseGuards(OptionalJwtAuthGuard)
  @ApiOperation({ summary: 'Create a payment session', description: 'Reserves the keys of the cart and opens its payment session.' })
  @ApiHeader({ name: 'Idempotency-Key', required: false, description: 'Repeated calls with one key get the same session' })
  @ApiSecurity('tk')
  // Or none.
  @ApiSecurity({})
  @ApiCreatedResponse({ type: PaymentSessionDto })
  @ApiBadRequestResponse({ type: Problem, description: 'The details name the field' })
  @ApiUnauthorizedResponse({ type: Problem, description: 'The token that was sent is invalid; visitors send none' })
  @ApiForbiddenResponse({
    type: Problem,
    description:
      'The shop does not sell to this country, or not to this buyer. With `captcha: true`: the network, or the e-mail address, has open checkouts already; call again with a captcha pass (verifyCaptcha)',
  })
  @ApiExtraModels(Problem, CheckedCartDto)
  @ApiConflictResponse({
    schema: { anyOf: [{ allOf: refs(Problem, CheckedCartDto) }, ...refs(Problem)] },
    description:
      'Not enough stock, a region that excludes the buyer’s country (the chosen one, else the one that the proxy names), or the total is not the expected one: `lines` is the current cart. Without `lines`: the Idempotency-Key was used for another cart, or its checkout has ended',
  })
  @ApiServiceUnavailableResponse({ type: Problem, description: 'The payment provider does not answer; nothing is reserved' })
  @Limited('checkout')
  async createPaymentCheckout(
    @Body() body: CheckoutDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @CalledBy() { address, browser, browserId: knownBrowser }: Caller,
    @TrustedCountry(TrustedCountryReader) fromCountry: string | null,
    @CurrentUser() user: Identity | null,
    @CaptchaPass() pass: string | null,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PaymentSessionDto> {
    const browserId = knownBrowser ?? this.ids.token();
    rememberBrowser(reply, browserId, this.config);
    const answer = await this.openCheckout.run({
      lines: wantedLines(body.cart, body.currency),
      currency: body.currency,
      expectedTotalMinor: expectedTotalMinor(body),
      email: body.data.email,
      customer: customerOf(body.data),
      fromCountry,
      termsAccepted: body.data.termsAccepted === true,
      isForElsewhere: body.regionAccepted === true && this.config.allowsOtherRegion,
      userId: user?.id ?? null,
      clientAddress: networkOf(address),
      caller: { address, browser },
      browserId,
      idempotencyKey: wellFormedKey(idempotencyKey),
      requestHash: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
      pass,
    });
    if ('session' in answer) return answer.session;
    const cards = await this.catalogue.cards(answer.changed.lines.flatMap(({ offer }) => offer?.productId ?? []));
    throw new ConflictException({
      message:
        exclusionOf(answer.changed, buyersCountry(body.data.selectedCountry, fromCountry)) ??
        'Your cart has changed. Please look at it again.',
      extra: checkedCartView(answer.changed, { cards, currency: body.currency, allowsOtherRegion: this.config.allowsOtherRegion }),
    });
  }

  @Get('cancel')
  @Redirect()
  @ApiOperation({
    summary: 'Cancel a payment session',
    description:
      'The payment page redirects here when the buyer cancels. Releases the reserved keys, if the address is signed, and redirects to the checkout form.',
  })
  @ApiSeeOtherResponse({ description: 'To `{storefront}/checkout`' })
  async cancelPaymentCheckout(@Query() { order, signature }: CancelQuery) {
    try {
      if (isCancelSignature(order, signature, this.config)) await this.endOpenCheckouts.runOne(order);
    } catch (error) {
      // The buyer is redirected to the form in any case; reconciliation ends the session when the provider is back.
      if (!(error instanceof PaymentUnavailable)) throw error;
    }
    return { url: `${this.config.storefrontOrigin}/checkout`, statusCode: 303 };
  }
}

/** Which products cannot be activated in the buyer's country; null if none is excluded. */
function exclusionOf({ lines }: CheckedCart, country: string | null): string | null {
  const names = lines.flatMap(({ status, offer }) => (status === 'region' && offer ? [offer.name] : []));
  return country === null || names.length === 0 ? null : exclusionSentence(names, country);
}

function wellFormedKey(key: string | undefined): string | null {
  if (key === undefined) return null;
  if (/^[\w-]{8,255}$/.test(key)) return key;
  const message = 'The Idempotency-Key must be 8 to 255 letters, digits, dashes or underscores.';
  throw new BadRequestException({ message, details: [{ field: 'Idempotency-Key', message }] });
}
