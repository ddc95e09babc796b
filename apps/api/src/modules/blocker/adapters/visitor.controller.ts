import { countryCode } from '@keyturn/shop-rules';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { TrustedCountry, TrustedCountryReader } from '../../../platform/http/security/trusted-country.ts';

class VisitorDto {
  @ApiProperty({ type: String, nullable: true, example: 'PL', description: 'ISO 3166 code of two letters; null if it is not known' })
  country: string | null;
}

/** What the shop knows of who asks. Personal: no cache stores it, so that pages which caches share need not contain it. */
@ApiTags('blocker')
@Controller('visitor')
export class VisitorController {
  @Get()
  @ApiOperation({
    operationId: 'getVisitor',
    summary: 'Get the country of the visitor',
    description: 'As the proxy names it (`COUNTRY_HEADER`).',
  })
  @ApiOkResponse({ type: VisitorDto })
  getVisitor(@TrustedCountry(TrustedCountryReader) country: string | null): VisitorDto {
    // Proxies have codes of their own for what they do not know, such as XX and T1.
    return { country: country === null ? null : countryCode(country) };
  }
}
