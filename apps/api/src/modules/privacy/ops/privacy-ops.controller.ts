import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBody,
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { Clock } from '../../../shared/ports.ts';
import { By, type Operator, OpsRoute } from '../../ops/index.ts';
import { AccountNotFound } from '../../users/index.ts';
import { DataFiles, dataFiles } from '../adapters/privacy.dto.ts';
import { DataRequests } from '../application/data-requests.ts';
import { ErasureNotConfirmed, PersonNotNamed } from '../domain/privacy-errors.ts';
import { ErasedPerson, ErasePersonBody, NamedPersonBody, OpsErasures } from './privacy-ops.dto.ts';

const AN_EMAIL = 'ada@example.com';
const A_CUSTOMER = '01hzx3v9k2m4n6p8q0r2s4t6w8';
/** Empty, so that nothing happens until it is filled in. */
const reason = '';

@ApiTags(OPS_TAGS.privacy)
@OpsRoute('owner')
@Controller('ops/privacy')
export class PrivacyOpsController {
  constructor(
    private readonly requests: DataRequests,
    private readonly clock: Clock,
  ) {}

  @Post('export')
  @OpsRoute('owner', { needsCode: true })
  @HttpCode(200)
  @ApiOperation({
    operationId: 'exportPerson',
    summary: 'Export the data of a person',
    description: 'For a written request, of which you have made sure that it comes from that person. Keys are not in it.',
  })
  @ApiBody({
    type: NamedPersonBody,
    examples: {
      guest: { summary: 'Anybody by e-mail', value: { email: AN_EMAIL, reason } },
      customer: { summary: 'A customer, who also bought with another address', value: { customer: A_CUSTOMER, email: AN_EMAIL, reason } },
    },
  })
  @ApiOkResponse({ type: DataFiles })
  @ApiBadRequestResponse({ type: Problem, example: problemExample(400, new PersonNotNamed().message, 'email') })
  @ApiNotFoundResponse({ type: Problem, description: 'No such customer', example: problemExample(404, new AccountNotFound().message) })
  async exportPerson(@Body() { customer, email, reason: why }: NamedPersonBody, @By() by: Operator): Promise<DataFiles> {
    return dataFiles(await this.requests.export({ customer, email }, { by, reason: why }), this.clock.now());
  }

  @Post('erase')
  @OpsRoute('owner', { needsCode: true })
  @HttpCode(200)
  @ApiOperation({
    operationId: 'erasePerson',
    summary: 'Delete the data of a person',
    description:
      'Permanently, for a written request. Closes the account of the customer or address, and deletes all that is stored about the person, accounts included that had the address when staff closed them. Orders stay for accounting, under a pseudonym; nobody can open their keys any more. Refused while orders, refunds or disputes are open.',
  })
  @ApiBody({
    type: ErasePersonBody,
    examples: {
      guest: { summary: 'Anybody by e-mail', value: { email: AN_EMAIL, confirm: true, reason } },
      customer: { summary: 'A customer', value: { customer: A_CUSTOMER, confirm: true, reason } },
    },
  })
  @ApiOkResponse({ type: ErasedPerson })
  @ApiBadRequestResponse({ type: Problem, example: problemExample(400, new PersonNotNamed().message, 'email') })
  @ApiNotFoundResponse({ type: Problem, description: 'No such customer', example: problemExample(404, new AccountNotFound().message) })
  @ApiConflictResponse({
    type: Problem,
    description: 'Not confirmed, or something is open',
    example: problemExample(409, new ErasureNotConfirmed().message, 'confirm'),
  })
  async erasePerson(@Body() { customer, email, confirm, reason: why }: ErasePersonBody, @By() by: Operator): Promise<ErasedPerson> {
    return { pseudonym: await this.requests.erase({ customer, email }, confirm === true, { by, reason: why }) };
  }

  @Get('erasures')
  @ApiOperation({
    operationId: 'listErasures',
    summary: 'List erasures',
    description: 'Names nobody. Save it with each backup and more often: `npm run erasures:repeat` repeats it on a restored database.',
  })
  @ApiOkResponse({ type: OpsErasures })
  async listErasures(): Promise<OpsErasures> {
    const erasures = await this.requests.all();
    return {
      erasures: erasures.map(({ at, addressHashes, ...erasure }) => ({
        ...erasure,
        addressHashes: [...addressHashes],
        at: at.toISOString(),
      })),
    };
  }
}
