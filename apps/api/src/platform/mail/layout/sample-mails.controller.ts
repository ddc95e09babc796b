import { Controller, Get, NotFoundException, Param, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Config } from '../../config/config.ts';
import { escapeHtml } from './mail-parts.ts';
import { type MailDraft, MailWriters } from '../ports.ts';
import { DARK_SCHEME } from './mail-layout.ts';

const SAMPLES = '/dev/mails';
/** The path of a sample cover. */
export const SAMPLE_COVER = 'dev/mails/cover.svg';
const COVER = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 96"><path fill="#0A7358" d="M0 0h72v96H0z"/><path fill="#2FE0B2" d="M36 28 56 48 36 68 16 48z"/></svg>`;
const HTML = 'text/html; charset=utf-8';

/** Every template with sample data, for development. Not available in production. */
@ApiExcludeController()
@Controller('dev/mails')
export class SampleMailsController {
  constructor(
    private readonly writers: MailWriters,
    private readonly config: Config,
  ) {}

  @Get()
  listSampleMails(@Res() reply: FastifyReply): void {
    const entries = this.samples().map(
      ({ name, draft }) => `<h2>${escapeHtml(name)}</h2>
<p>To ${escapeHtml(draft.to)}: <b>${escapeHtml(draft.subject)}</b>${draft.attachments?.length ? `, ${draft.attachments.length} attached` : ''}</p>
<p><a href="${SAMPLES}/${name}">HTML</a> · <a href="${SAMPLES}/${name}?scheme=dark">HTML, dark</a> · <a href="${SAMPLES}/${name}?form=text">Text</a></p>`,
    );
    void reply.type(HTML)
      .send(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mails of the shop</title>
<body style="max-width:700px;margin:24px auto;padding:0 16px;font:16px/1.5 Arial,sans-serif"><h1>Mails of the shop</h1>${entries.join('\n')}</body></html>`);
  }

  @Get('cover.svg')
  getSampleCover(@Res() reply: FastifyReply): void {
    this.samples();
    void reply.type('image/svg+xml').send(COVER);
  }

  @Get(':name')
  getSampleMail(
    @Param('name') name: string,
    @Query('scheme') scheme: string | undefined,
    @Query('form') form: string | undefined,
    @Res() reply: FastifyReply,
  ): void {
    const { html, text } = this.draft(name);
    const plain = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Text</title><pre style="white-space:pre-wrap">${escapeHtml(text)}</pre></html>`;
    void reply.type(HTML).send(form === 'text' ? plain : scheme === 'dark' ? html.replace(DARK_SCHEME, 'all') : html);
  }

  private draft(name: string): MailDraft {
    const sample = this.samples().find((known) => known.name === name);
    if (!sample) throw new NotFoundException('There is no such sample.');
    return sample.draft;
  }

  private samples() {
    if (this.config.isProduction) throw new NotFoundException('There is nothing at this address.');
    return this.writers.all().flatMap((writer) => writer.samples());
  }
}
