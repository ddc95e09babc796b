import { toMinor } from '@keyturn/shop-rules';
import { Body, Controller, Get, HttpCode, Param, Patch, Post, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiServiceUnavailableResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { By, type Operator, OpsRoute } from '../../ops/index.ts';
import { OrderPayments } from '../../orders/index.ts';
import { pdfOf } from '../adapters/documents/pdf-document.ts';
import { CloseDispute } from '../application/disputes/close-dispute.ts';
import { Disputes } from '../application/disputes/disputes.ts';
import { EditEvidence } from '../application/disputes/edit-evidence.ts';
import { SubmitEvidence } from '../application/disputes/submit-evidence.ts';
import { PaymentProviders } from '../application/payment-providers.ts';
import {
  CloseAmountDiffers,
  DisputeNotFound,
  EvidenceChanged,
  EvidenceDocumentNotFound,
  EvidenceNotConfirmed,
} from '../domain/dispute-errors.ts';
import { EVIDENCE_DOCUMENTS, EVIDENCE_TEXTS, type EvidenceDocument, type EvidenceTexts } from '../domain/evidence-texts.ts';
import { PaymentUnavailable } from '../domain/payment-errors.ts';
import { CloseDisputeBody, DisputeAnswer, disputeAnswer, EditEvidenceBody, SubmitEvidenceBody } from './disputes-ops.dto.ts';

const ProviderAway = () =>
  ApiServiceUnavailableResponse({
    type: Problem,
    description: 'The provider does not answer',
    example: problemExample(503, new PaymentUnavailable().message),
  });

@ApiTags(OPS_TAGS.payments)
@OpsRoute('support')
@Controller('ops/payments/disputes/:dispute')
@ApiParam({ name: 'dispute', description: 'Id of the dispute, as the list of disputes shows it', example: 'du_1Nabc' })
@ApiNotFoundResponse({ type: Problem, description: 'No such dispute', example: problemExample(404, new DisputeNotFound().message) })
export class DisputesOpsController {
  constructor(
    private readonly disputes: Disputes,
    private readonly orders: OrderPayments,
    private readonly providers: PaymentProviders,
    private readonly edit: EditEvidence,
    private readonly submit: SubmitEvidence,
    private readonly close: CloseDispute,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'getDispute',
    summary: 'Get a dispute and its evidence',
    description:
      'The evidence is assembled within a minute of the dispute: receipt, access log, delivery, accepted terms, mails, and earlier payments of the same buyer. `version` is what a change or submission names.',
  })
  @ApiOkResponse({ type: DisputeAnswer })
  async getDispute(@Param('dispute') id: string): Promise<DisputeAnswer> {
    const dispute = await this.disputes.ofId(id);
    if (!dispute) throw new DisputeNotFound();
    const { provider, paymentId } = dispute;
    const [order = null] = await this.orders.ordersOf([{ provider, paymentId, sessionId: null }]);
    return disputeAnswer(dispute, { page: this.providers.named(provider).pageOf(paymentId), order });
  }

  @Get('files/:file')
  @ApiParam({ name: 'file', enum: Object.keys(EVIDENCE_DOCUMENTS), description: 'Name of the text in the evidence', example: 'receipt' })
  @ApiOperation({
    operationId: 'getEvidenceDocument',
    summary: 'Download a document as the bank gets it',
    description: 'The PDF file of one of the texts that are sent as files, as it is now. A text that is empty has none.',
  })
  @ApiNotFoundResponse({
    type: Problem,
    description: 'No such dispute, or no such document in its evidence',
    example: problemExample(404, new EvidenceDocumentNotFound().message),
  })
  @ApiOkResponse({ description: 'The PDF file', content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } })
  async getEvidenceDocument(@Param('dispute') id: string, @Param('file') name: string, @Res() reply: FastifyReply): Promise<void> {
    const dispute = await this.disputes.ofId(id);
    if (!dispute) throw new DisputeNotFound();
    const texts = dispute.evidence?.texts;
    if (!texts || !isDocument(name) || texts[name] === '') throw new EvidenceDocumentNotFound();
    void reply
      .header('Content-Disposition', `attachment; filename="${name}.pdf"`)
      .header('X-Content-Type-Options', 'nosniff')
      .type('application/pdf')
      .send(await pdfOf(EVIDENCE_DOCUMENTS[name], texts[name]));
  }

  @Patch('evidence')
  @ApiOperation({
    operationId: 'editEvidence',
    summary: 'Change the evidence of a dispute',
    description: 'Texts that are left out stay as they are; an empty text is not sent to the bank. Nothing is sent yet.',
  })
  @ApiBody({
    type: EditEvidenceBody,
    examples: {
      add: {
        summary: 'Your own words; the other texts stay',
        value: { version: 1, uncategorizedText: 'The buyer wrote that the key works.', reason: '' },
      },
      leaveOut: { summary: 'Leave a text out', value: { version: 1, billingAddress: '', reason: '' } },
    },
  })
  @ApiOkResponse({ type: DisputeAnswer })
  @ApiConflictResponse({
    type: Problem,
    description: 'Changed since it was read, submitted, closed, or not assembled yet',
    example: problemExample(409, new EvidenceChanged(2).message),
  })
  async editEvidence(
    @Param('dispute') id: string,
    @Body() { version, reason, ...given }: EditEvidenceBody,
    @By() by: Operator,
  ): Promise<DisputeAnswer> {
    await this.edit.run(id, { version, texts: textsOf(given) }, { by, reason });
    return this.getDispute(id);
  }

  @Post('submit')
  @HttpCode(200)
  @OpsRoute('support', { needsCode: true })
  @ApiOperation({
    operationId: 'submitEvidence',
    summary: 'Send the evidence of a dispute',
    description:
      'To the bank, through the payment provider, once: it cannot be changed afterwards. After an answer of 503 send it again: nothing arrives twice. Refused (409) unless `confirm` is sent, and when the evidence has changed since the version that is named. The order follows when the bank has decided.',
  })
  @ApiOkResponse({ type: DisputeAnswer })
  @ApiConflictResponse({
    type: Problem,
    description: 'Not confirmed, changed since it was read, submitted already, closed, or refused by the provider',
    example: problemExample(409, new EvidenceNotConfirmed().message),
  })
  @ProviderAway()
  async submitEvidence(
    @Param('dispute') id: string,
    @Body() { version, confirm, reason }: SubmitEvidenceBody,
    @By() by: Operator,
  ): Promise<DisputeAnswer> {
    await this.submit.run(id, { version, isConfirmed: confirm === true }, { by, reason });
    return this.getDispute(id);
  }

  @Post('close')
  @HttpCode(200)
  @OpsRoute('support', { needsCode: true })
  @ApiOperation({
    operationId: 'closeDispute',
    summary: 'Close a dispute as lost',
    description:
      'It is lost for good, and the order is charged back. Refused (409) unless `amount` is the amount of the dispute. To send evidence instead, submit it.',
  })
  @ApiOkResponse({ type: DisputeAnswer })
  @ApiConflictResponse({
    type: Problem,
    description: 'Another amount, submitted or closed already, or refused by the provider',
    example: problemExample(409, new CloseAmountDiffers().message),
  })
  @ProviderAway()
  async closeDispute(
    @Param('dispute') id: string,
    @Body() { amount, reason }: CloseDisputeBody,
    @By() by: Operator,
  ): Promise<DisputeAnswer> {
    await this.close.run(id, toMinor(amount), { by, reason });
    return this.getDispute(id);
  }
}

function isDocument(name: string): name is EvidenceDocument {
  return Object.hasOwn(EVIDENCE_DOCUMENTS, name);
}

/** Those that are given: a text that is null is left out. */
function textsOf(given: Omit<EditEvidenceBody, 'version' | 'reason'>): Partial<EvidenceTexts> {
  const names = Object.keys(EVIDENCE_TEXTS) as (keyof EvidenceTexts)[];
  return Object.fromEntries(names.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])));
}
