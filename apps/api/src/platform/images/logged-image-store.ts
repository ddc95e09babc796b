import { Logger } from '@nestjs/common';
import { DomainError } from '../../shared/domain-error.ts';
import { ImageStore, MalformedImageKey } from './ports.ts';

export class ImagesUnavailable extends DomainError {
  readonly kind = 'unavailable';
  constructor() {
    super('Pictures cannot be had at the moment. Please try again in a moment.');
  }
}

/** A store that logs failures, once until it answers again, and reports them as unavailable (503). */
export class LoggedImageStore extends ImageStore {
  private readonly logger = new Logger('images');
  private isDown = false;

  constructor(private readonly store: ImageStore) {
    super();
  }

  /** @throws ImagesUnavailable */
  override get(key: string): Promise<Buffer | null> {
    return this.ask(() => this.store.get(key));
  }

  /** @throws ImagesUnavailable */
  override put(key: string, content: Buffer): Promise<void> {
    return this.ask(() => this.store.put(key, content));
  }

  /** @throws ImagesUnavailable */
  override has(key: string): Promise<boolean> {
    return this.ask(() => this.store.has(key));
  }

  private async ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      const answer = await question();
      this.isDown = false;
      return answer;
    } catch (error) {
      if (error instanceof MalformedImageKey) throw error;
      const cause = error instanceof Error ? error.message : String(error);
      if (!this.isDown) this.logger.warn({ message: 'The place where pictures lie does not answer as it should.', cause });
      this.isDown = true;
      throw new ImagesUnavailable();
    }
  }
}
