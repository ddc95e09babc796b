import { Body, Controller, Get, HttpCode, Ip, Param, Post } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { EmailField } from '../../../platform/http/requests/fields.ts';
import { FromAnywhere } from '../../../platform/http/security/cross-site-guard.ts';
import { Problem } from '../../../platform/http/responses/problem.dto.ts';
import { Limited } from '../../../platform/limits/limited.ts';
import { Newsletter } from '../application/newsletter.ts';

export class NewsletterRequest {
  @EmailField()
  email: string;
}

export class NewsletterAnswer {
  @ApiProperty() message: string;
}

export class NewsletterStatus {
  @ApiProperty({ enum: ['confirmed', 'unsubscribed'] }) status: 'confirmed' | 'unsubscribed';
}

@ApiTags('newsletter')
@Controller('news')
export class NewsletterController {
  constructor(private readonly newsletter: Newsletter) {}

  @Post()
  @HttpCode(200)
  @Limited('news')
  @ApiOperation({
    operationId: 'subscribeToNews',
    summary: 'Subscribe to the newsletter',
    description: 'Mails a confirmation link (double opt-in). The answer is the same for every address.',
  })
  @ApiOkResponse({ type: NewsletterAnswer })
  @ApiBadRequestResponse({ type: Problem })
  async subscribeToNews(@Body() body: NewsletterRequest, @Ip() address: string): Promise<NewsletterAnswer> {
    await this.newsletter.subscribe(body.email, address);
    return { message: 'You have successfully subscribed to our newsletter, we will keep you updated through emails' };
  }

  @Get('confirm/:token')
  @Limited('news-link')
  @ApiOperation({
    operationId: 'confirmNews',
    summary: 'Confirm a newsletter subscription',
    description: 'The link of the confirmation mail. A repeated call changes nothing.',
  })
  @ApiOkResponse({ type: NewsletterStatus })
  @ApiNotFoundResponse({ type: Problem })
  async confirmNews(@Param('token') token: string, @Ip() address: string): Promise<NewsletterStatus> {
    await this.newsletter.confirm(token, address);
    return { status: 'confirmed' };
  }

  @Post('unsubscribe/:token')
  @FromAnywhere({ takesForm: true })
  @HttpCode(200)
  @Limited('news-link')
  @ApiOperation({
    operationId: 'unsubscribeFromNews',
    summary: 'Unsubscribe from the newsletter',
    description:
      'Mail programs call it as RFC 8058 describes: no login is needed and the body is not read. A repeated call changes nothing.',
  })
  @ApiOkResponse({ type: NewsletterStatus })
  @ApiNotFoundResponse({ type: Problem })
  async unsubscribeFromNews(@Param('token') token: string): Promise<NewsletterStatus> {
    await this.newsletter.unsubscribe(token);
    return { status: 'unsubscribed' };
  }
}
