import { Injectable } from '@nestjs/common';
import { PollingLoop } from '../../../../platform/scheduler/polling-loop.ts';
import { FetchPictures } from '../../application/fetch-pictures.ts';

const LOOK_EVERY_MS = 2000;

/** Fetches pictures of feeds. Each worker looks; each picture is one worker's. */
@Injectable()
export class PictureLoop extends PollingLoop {
  constructor(private readonly fetchPictures: FetchPictures) {
    super({ context: 'pictures', failure: 'Pictures of feeds could not be fetched now; trying again.', retryAfterMs: LOOK_EVERY_MS });
  }

  protected override async round(): Promise<number> {
    await this.fetchPictures.run();
    return LOOK_EVERY_MS;
  }

  override async beforeApplicationShutdown(): Promise<void> {
    this.fetchPictures.stop();
    await super.beforeApplicationShutdown();
  }
}
