import { buyersCountry } from '@keyturn/shop-rules';
import { Body, Controller, HttpCode, Ip, Post, UseGuards } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { Config } from '../../../platform/config/config.ts';
import { BrowserId, networkOf } from '../../../platform/http/security/browser-id.ts';
import { TrustedCountry, TrustedCountryReader } from '../../../platform/http/security/trusted-country.ts';
import { Limited } from '../../../platform/limits/limited.ts';
import { Catalogue } from '../../catalog/index.ts';
import { Orders } from '../../orders/index.ts';
import { CurrentUser, type Identity, LenientJwtAuthGuard } from '../../users/index.ts';
import { CheckCart, ownOrders } from '../application/check-cart.ts';
import { CartDto, CheckedCartDto, checkedCartView, wantedLines } from './cart.dto.ts';

@ApiTags('cart')
@Controller('cart-validation')
export class CartValidationController {
  constructor(
    private readonly checkCart: CheckCart,
    private readonly catalogue: Catalogue,
    private readonly orders: Orders,
    private readonly config: Config,
  ) {}

  @Post()
  @UseGuards(LenientJwtAuthGuard)
  @ApiSecurity('tk')
  // Or none.
  @ApiSecurity({})
  @Limited('cart-validation')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Validate a cart',
    description:
      'Compares a cart with the current prices and stock, with the country in which its keys will be activated, and with the limits of what one customer may buy. What visitors have bought is counted at the checkout.',
  })
  @ApiOkResponse({ type: CheckedCartDto })
  @ApiBadRequestResponse({ description: 'A line cannot be read; `details` names it' })
  async validateCart(
    @Body() body: CartDto,
    @BrowserId() browserId: string | null,
    @CurrentUser() user: Identity | null,
    @Ip() address: string,
    @TrustedCountry(TrustedCountryReader) fromCountry: string | null,
  ): Promise<CheckedCartDto> {
    const own = ownOrders(browserId === null ? [] : await this.orders.openOfBrowser(browserId));
    const cart = await this.checkCart.run(wantedLines(body.cart, body.currency), body.currency, own, {
      country: buyersCountry(body.country, fromCountry),
      userId: user?.id ?? null,
      email: user?.isEmailVerified ? user.email : null,
      clientAddress: networkOf(address),
      isBuying: false,
    });
    const cards = await this.catalogue.cards(cart.lines.flatMap(({ offer }) => offer?.productId ?? []));
    return checkedCartView(cart, { cards, currency: body.currency, allowsOtherRegion: this.config.allowsOtherRegion });
  }
}
