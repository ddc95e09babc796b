import { BadRequestException, Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { By, type Operator, OpsRoute, ReasonField } from '../../ops/index.ts';
import { ManagePolicy } from '../application/manage-policy.ts';
import { DEFAULT_POLICY, type RiskPolicy } from '../domain/policy.ts';
import { readPolicy } from './policy-shape.ts';

const POLICY = {
  type: Object,
  example: DEFAULT_POLICY,
  description:
    'Points and limits, as docs/explanation/fraud.md explains them; all of it. `…Minor` and values of `paidValue` and `orderValue` in euro cents. `alwaysLink`: categories and ids of products that are delivered by a link always. `threeDSecure`: from how many points known before the payment 3-D Secure is asked for, and how (`automatic`, `any`, `challenge`)',
} as const;

export class RiskPolicyBody {
  @IsObject()
  @ApiProperty(POLICY)
  policy: object;

  @ReasonField('Too many good buyers were held') reason: string;
}

class RiskPolicyAnswer {
  @ApiProperty({ type: 'integer', example: 0, description: '0: the defaults' }) version: number;
  @ApiProperty(POLICY) policy: RiskPolicy;
}

class RiskOutcomes {
  @ApiProperty({ type: 'integer', example: 460 }) deliver: number;
  @ApiProperty({ type: 'integer', example: 8 }) link: number;
  @ApiProperty({ type: 'integer', example: 12 }) hold: number;
  @ApiProperty({ type: 'integer', example: 0 }) refuse: number;
}

class RiskDryRun {
  @ApiProperty({ example: 'Would have held 12 of 480 orders, instead of 3.' }) message: string;
  @ApiProperty({ type: 'integer', example: 480, description: 'Decisions made again; the newest 20,000 where there are more' })
  orders: number;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-10-22T08:00:00.000Z' }) since: string;
  @ApiProperty({ type: RiskOutcomes, description: 'As they were decided' }) before: RiskOutcomes;
  @ApiProperty({ type: RiskOutcomes, description: 'As this policy decides' }) after: RiskOutcomes;
  @ApiProperty({
    type: 'integer',
    example: 31,
    description: 'Would have been asked for 3-D Secure by risk; further open checkouts of a network are not known afterwards',
  })
  askedForProof: number;
}

@ApiTags(OPS_TAGS.payments)
@OpsRoute('viewer')
@Controller('ops/risk/policy')
export class RiskOpsController {
  constructor(private readonly policies: ManagePolicy) {}

  @Get()
  @ApiOperation({
    operationId: 'getRiskPolicy',
    summary: 'Get the policy about fraud',
    description: 'What decides whether a paid order is delivered, delivered by a link, held or refused.',
  })
  @ApiOkResponse({ type: RiskPolicyAnswer })
  getRiskPolicy(): Promise<RiskPolicyAnswer> {
    return this.policies.current();
  }

  @Put()
  @OpsRoute('owner', { needsCode: true })
  @ApiOperation({
    operationId: 'setRiskPolicy',
    summary: 'Change the policy about fraud',
    description: 'For orders that are paid from now on. Try it first: `POST /ops/risk/policy/dry-run`.',
  })
  @ApiOkResponse({ type: RiskPolicyAnswer })
  setRiskPolicy(@Body() { policy, reason }: RiskPolicyBody, @By() by: Operator): Promise<RiskPolicyAnswer> {
    return this.policies.set(policyOf(policy), { by, reason });
  }

  @Post('dry-run')
  @HttpCode(200)
  @OpsRoute('owner')
  @ApiOperation({
    operationId: 'tryRiskPolicy',
    summary: 'Check a policy about fraud before a change',
    description: 'Decides again about the orders of the last 30 days, from what is stored about them. Changes nothing.',
  })
  @ApiOkResponse({ type: RiskDryRun })
  async tryRiskPolicy(@Body() { policy, reason }: RiskPolicyBody, @By() by: Operator): Promise<RiskDryRun> {
    const { orders, since, before, after, askedForProof } = await this.policies.dryRun(policyOf(policy), { by, reason });
    const message = `Would have held ${after.hold} of ${orders} orders, instead of ${before.hold}.`;
    return { message, orders, since: since.toISOString(), before, after, askedForProof };
  }
}

function policyOf(given: unknown): RiskPolicy {
  const read = readPolicy(given);
  if ('policy' in read) return read.policy;
  const message = `${read.field}: ${read.message}`;
  throw new BadRequestException({ message, details: [{ field: read.field, message }] });
}
