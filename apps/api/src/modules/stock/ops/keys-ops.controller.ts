import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBody,
  ApiConflictResponse,
  ApiConsumes,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiPayloadTooLargeResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { OPS_TAGS } from '../../../platform/http/openapi/openapi-tags.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { Catalogue } from '../../catalog/index.ts';
import { ApiOpsPage, By, type Operator, type OpsPage, OpsRoute, pageOf, windowOf } from '../../ops/index.ts';
import { BurnKey } from '../application/burn-key.ts';
import { LookAtKey } from '../application/look-at-key.ts';
import { KeyRotations, StartRotation } from '../application/rotate-keys.ts';
import { ReleaseKeys } from '../application/release-keys.ts';
import { StockReads } from '../application/stock-reads.ts';
import { TakeBackKeys } from '../application/take-back-keys.ts';
import { UploadKeys } from '../application/upload-keys.ts';
import { KeyInOrder, KeyNotFound, KeyNotQuarantined, UnknownProduct, UploadNotFound } from '../domain/key-errors.ts';
import { keysOf } from '../adapters/key-files/key-files.ts';
import { keyParts } from '../adapters/key-files/key-form.ts';
import { KeyUploadForm, KeyUploadQuery, KeyUploadReport, UploadBurnBody } from './key-upload.dto.ts';
import { KeyItem, KeyReasonBody, KeysQuery, OpenedKey, RotationAnswer, RotationBody } from './keys-ops.dto.ts';
import { TakeBackQuery, TakenBackAnswer } from './stock-ops.dto.ts';

const KEY = { name: 'id', description: 'The id of the key, as GET /ops/keys lists it', example: '01hzx3v9k2m4n6p8q0r2s4t6w8' } as const;
const noSuchKey = { type: Problem, example: problemExample(404, new KeyNotFound().message) } as const;

@ApiTags(OPS_TAGS.keys)
@OpsRoute('viewer')
@Controller('ops/keys')
export class KeysOpsController {
  constructor(
    private readonly reads: StockReads,
    private readonly catalogue: Catalogue,
    private readonly rotations: KeyRotations,
    private readonly uploadKeysIn: UploadKeys,
    private readonly lookAt: LookAtKey,
    private readonly burn: BurnKey,
    private readonly release: ReleaseKeys,
    private readonly rotation: StartRotation,
    private readonly takeBack: TakeBackKeys,
  ) {}

  @Post()
  @HttpCode(200)
  @OpsRoute('catalogue')
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: KeyUploadForm })
  @ApiOperation({
    operationId: 'uploadKeys',
    summary: 'Upload keys',
    description:
      'Up to 200,000 lines at once. Try it with dryRun=true first. After an interruption send the same file again: keys that are in stock already are reported as `duplicateInShop` and not changed. Lines that differ from a known key only in case, dashes and spaces are skipped as `probableDuplicate`: check them, and send those that are other keys with takeProbableDuplicates=true. The answer has the id of the upload (`uploadId`), by which it can be burnt. Orders that wait for these keys are fulfilled at once, the oldest first.',
  })
  @ApiOkResponse({ type: KeyUploadReport })
  @ApiBadRequestResponse({
    type: Problem,
    example: problemExample(400, 'Say which product the keys are for: its kinguinId, or its own id.', 'product'),
  })
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new UnknownProduct().message, 'product') })
  @ApiPayloadTooLargeResponse({ type: Problem, description: 'Files of more than 64 MB' })
  async uploadKeys(@Query() query: KeyUploadQuery, @Req() request: FastifyRequest, @By() by: Operator): Promise<KeyUploadReport> {
    const isDryRun = query.dryRun ?? false;
    const report = await this.uploadKeysIn.run(keysOf(keyParts(request)), {
      product: query.product || null,
      isDryRun,
      act: { by, reason: query.reason },
      takesSimilar: query.takeProbableDuplicates ?? false,
    });
    return { uploadId: report.uploadId, dryRun: isDryRun, lines: report.lines(), ...report.counts, report: [...report.entries()] };
  }

  @Get()
  @ApiOperation({ operationId: 'listKeys', summary: 'List keys', description: 'Newest first, without their secrets.' })
  @ApiOpsPage(KeyItem)
  async listKeys(@Query() query: KeysQuery): Promise<OpsPage<KeyItem>> {
    const { product, state, uploadId } = query;
    const productId = product ? ((await this.catalogue.productIds([product])).get(product) ?? '') : undefined;
    const { items, total } = await this.reads.keys(
      { ...(productId !== undefined && { productId }), ...(state && { state }), ...(uploadId && { uploadId }) },
      windowOf(query),
    );
    return pageOf(items, total, query);
  }

  @Get('rotation')
  @ApiOperation({
    operationId: 'getKeyRotation',
    summary: 'Get the state of key rotation',
    description: 'Which key-encryption keys are in use, and the progress of a rotation.',
  })
  @ApiOkResponse({ type: RotationAnswer })
  async getKeyRotation(): Promise<RotationAnswer> {
    const { current, versions, rotation, remaining } = await this.rotations.state();
    return {
      current,
      versions: [...versions],
      state: rotation === null ? 'never' : rotation.finishedAt === null ? 'running' : 'done',
      remaining,
      total: rotation?.total ?? 0,
      startedAt: rotation?.startedAt ?? null,
      startedBy: rotation?.startedBy ?? null,
      finishedAt: rotation?.finishedAt ?? null,
    };
  }

  @Post('rotation')
  @HttpCode(200)
  @OpsRoute('owner')
  @ApiOperation({
    operationId: 'rotateKeys',
    summary: 'Rotate the key-encryption key',
    description:
      'Re-encrypts every key under the newest key-encryption key, while the shop is open. First give every process the new version (`KEY_ENCRYPTION_KEYS=1:…,2:…`), as `docs/how-to/operators/rotate-encryption-keys.md` describes. Then start this, and follow it with GET. The worker does it in batches and continues after a restart. At remaining 0 the old version can be removed from the environment; store it as long as backups from before exist.',
  })
  @ApiOkResponse({ type: RotationAnswer })
  async rotateKeys(@Body() { reason }: RotationBody, @By() by: Operator): Promise<RotationAnswer> {
    await this.rotation.run({ by, reason });
    return this.getKeyRotation();
  }

  @Post('uploads/:upload/burn')
  @HttpCode(200)
  @OpsRoute('catalogue', { needsCode: true })
  @ApiParam({ name: 'upload', description: 'The `uploadId` that the upload answered', example: '01hzx3v9k2m4n6p8q0r2s4t6w8' })
  @ApiOperation({
    operationId: 'burnUpload',
    summary: 'Burn an upload of keys',
    description:
      'Burns the unsold keys of an upload, of all its products. Try it with dryRun=true first. `GET /ops/keys?uploadId=…` lists the keys of an upload; for one without an id (made before uploads had ids, or by the command line) use `POST /ops/stock/{product}/burn` with its time. Keys that an order holds stay in it, paid or not, and are never sold again: one that its order returns goes into quarantine, where a second call burns it. Replace sold ones in their orders. Burnt keys cannot be uploaded again.',
  })
  @ApiOkResponse({ type: TakenBackAnswer })
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new UploadNotFound().message) })
  async burnUpload(
    @Param('upload') id: string,
    @Query() query: TakeBackQuery,
    @Body() { reason }: UploadBurnBody,
    @By() by: Operator,
  ): Promise<TakenBackAnswer> {
    const isDryRun = query.dryRun ?? false;
    return { dryRun: isDryRun, ...(await this.takeBack.upload(id, { isDryRun, by, reason })) };
  }

  @Post(':id/look')
  @HttpCode(200)
  @OpsRoute('support', { needsCode: true })
  @ApiParam(KEY)
  @ApiOperation({
    operationId: 'lookAtKey',
    summary: 'View a key',
    description:
      'The audit log records who viewed it, and why, before it is shown. A key that nobody has bought is shown to an owner only, and goes into quarantine: `POST /ops/keys/{id}/release` puts it back on sale. One that an unpaid order has reserved is not shown. At most 20 keys an hour; who wants more raises an alert.',
  })
  @ApiOkResponse({ type: OpenedKey })
  @ApiNotFoundResponse(noSuchKey)
  @ApiConflictResponse({ type: Problem, example: problemExample(409, new KeyInOrder('reserved').message) })
  async lookAtKey(@Param('id') id: string, @Body() { reason }: KeyReasonBody, @By() by: Operator): Promise<OpenedKey> {
    return { id, ...(await this.lookAt.run(id, { by, reason })) };
  }

  @Post(':id/burn')
  @HttpCode(204)
  @OpsRoute('catalogue', { needsCode: true })
  @ApiParam(KEY)
  @ApiOperation({ operationId: 'burnKey', summary: 'Burn an unsold key', description: 'It can never be sold.' })
  @ApiNoContentResponse({ description: 'Burnt now, or before' })
  @ApiNotFoundResponse(noSuchKey)
  @ApiConflictResponse({ type: Problem, example: problemExample(409, new KeyInOrder('sold').message) })
  async burnKey(@Param('id') id: string, @Body() { reason }: KeyReasonBody, @By() by: Operator): Promise<void> {
    await this.burn.run(id, { by, reason });
  }

  @Post(':id/release')
  @HttpCode(204)
  @OpsRoute('owner', { needsCode: true })
  @ApiParam(KEY)
  @ApiOperation({
    operationId: 'releaseKey',
    summary: 'Release a key from quarantine',
    description:
      'Puts it back on sale. For a key of which you know that nobody has bought it since the backup that was restored, see `docs/how-to/operators/restore.md`. A key that goes back to its supplier, or went, is refused.',
  })
  @ApiNoContentResponse()
  @ApiNotFoundResponse(noSuchKey)
  @ApiConflictResponse({ type: Problem, example: problemExample(409, new KeyNotQuarantined().message) })
  async releaseKey(@Param('id') id: string, @Body() { reason }: KeyReasonBody, @By() by: Operator): Promise<void> {
    await this.release.key(id, { by, reason });
  }
}
