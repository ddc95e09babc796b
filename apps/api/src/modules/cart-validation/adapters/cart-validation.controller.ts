import { countryCode } from '@keyturn/shop-rules';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Config } from '../../../platform/config/config.ts';
import { BrowserId } from '../../../platform/http/security/browser-id.ts';
import { Limited } from '../../../platform/limits/limited.ts';
import { Catalogue } from '../../catalog/index.ts';
import { Orders } from '../../orders/index.ts';
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
  @Limited('cart-validation')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Validate a cart',
    description: 'Compares a cart with the current prices and stock, and with the country in which its keys will be activated.',
  })
  @ApiOkResponse({ type: CheckedCartDto })
  @ApiBadRequestResponse({ description: 'A line cannot be read; `details` names it' })
  async validateCart(@Body() body: CartDto, @BrowserId() browserId: string | null): Promise<CheckedCartDto> {
    const own = ownOrders(browserId === null ? [] : await this.orders.openOfBrowser(browserId));
    const place = { country: countryCode(body.country ?? '') };
    const cart = await this.checkCart.run(wantedLines(body.cart, body.currency), body.currency, own, place);
    const cards = await this.catalogue.cards(cart.lines.flatMap(({ offer }) => offer?.productId ?? []));
    return checkedCartView(cart, { cards, currency: body.currency, allowsOtherRegion: this.config.allowsOtherRegion });
  }
}
