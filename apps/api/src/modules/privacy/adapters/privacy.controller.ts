import { Body, Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiSecurity,
  ApiTags,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { CallerPlace } from '../../../platform/http/security/caller.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { Limited } from '../../../platform/limits/limited.ts';
import type { Place } from '../../../shared/place.ts';
import { Clock } from '../../../shared/ports.ts';
import { CurrentToken, CurrentUser, type Identity, type IssuedToken, JwtAuthGuard, OwnerRoute } from '../../users/index.ts';
import { OwnData } from '../application/own-data.ts';
import { PrivacyLinkInvalid } from '../domain/privacy-errors.ts';
import { CloseAccountAnswer, CloseAccountRequest, DataFiles, dataFiles, DataLinkRequest, PrivacyMessage } from './privacy.dto.ts';

const CLOSED = 'Your account is closed and your data erased.';

@ApiTags('users')
@Controller()
export class PrivacyController {
  constructor(
    private readonly own: OwnData,
    private readonly clock: Clock,
  ) {}

  @Get('user/personal-data')
  @UseGuards(JwtAuthGuard)
  @Limited('personal-data')
  @ApiSecurity('tk')
  @ApiOperation({
    operationId: 'getPersonalData',
    summary: 'Export personal data',
    description: 'All that is stored about the user, and about the address of the account once that is verified.',
  })
  @ApiOkResponse({ type: DataFiles })
  @ApiUnauthorizedResponse({ type: Problem })
  async getPersonalData(@CurrentUser() user: Identity): Promise<DataFiles> {
    return dataFiles(await this.own.ofUser(user), this.clock.now());
  }

  @Post('user/close')
  @OwnerRoute()
  @ApiOperation({
    operationId: 'closeAccount',
    summary: 'Close the account',
    description:
      'Permanently: erases the user. Orders stay for accounting, without name and address. Asks for the current password; an account without one gets a link by mail, and one without address must have logged in within ten minutes.',
  })
  @ApiOkResponse({ type: CloseAccountAnswer })
  @ApiConflictResponse({
    type: Problem,
    description: 'Orders, refunds or disputes are open',
    example: problemExample(409, 'Order K123456789 is not delivered yet.'),
  })
  async closeAccount(
    @Body() body: CloseAccountRequest,
    @CurrentUser() user: Identity,
    @CurrentToken() token: IssuedToken,
    @CallerPlace() place: Place,
  ): Promise<CloseAccountAnswer> {
    const { closed } = await this.own.close(user, token, body.currentPassword ?? '', place);
    return { closed, message: closed ? CLOSED : 'We sent you a mail. The link in it closes the account.' };
  }

  @Post('privacy/close/:token')
  @HttpCode(200)
  @Limited('privacy-link')
  @ApiOperation({
    operationId: 'closeAccountByLink',
    summary: 'Close the account by a mailed link',
    description: 'The link of the mail that asks an owner without password. It works once.',
  })
  @ApiOkResponse({ type: PrivacyMessage })
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new PrivacyLinkInvalid().message) })
  @ApiConflictResponse({ type: Problem, description: 'Orders, refunds or disputes are open' })
  async closeAccountByLink(@Param('token') token: string): Promise<PrivacyMessage> {
    await this.own.closeByLink(token);
    return { message: CLOSED };
  }

  @Post('privacy/data')
  @HttpCode(200)
  @Limited('data-link')
  @ApiOperation({
    operationId: 'askForPersonalData',
    summary: 'Request personal data without login',
    description: 'Mails a link to the address, if anything is stored about it. The answer is the same for every address.',
  })
  @ApiOkResponse({ type: PrivacyMessage })
  @ApiBadRequestResponse({ type: Problem })
  async askForPersonalData(@Body() { email }: DataLinkRequest): Promise<PrivacyMessage> {
    await this.own.askForLink(email);
    return { message: 'If we store anything about this address, a link to it is on its way.' };
  }

  @Post('privacy/data/:token')
  @HttpCode(200)
  @Limited('privacy-link')
  @ApiOperation({
    operationId: 'openPersonalData',
    summary: 'Export personal data by a mailed link',
    description: 'All that is stored about the address of the link. It works once.',
  })
  @ApiOkResponse({ type: DataFiles })
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new PrivacyLinkInvalid().message) })
  async openPersonalData(@Param('token') token: string): Promise<DataFiles> {
    return dataFiles(await this.own.ofLink(token), this.clock.now());
  }
}
