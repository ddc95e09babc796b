import { Injectable } from '@nestjs/common';
import { Images } from '../../../platform/images/images.ts';
import { PictureKeeper } from '../application/ops/set-pictures.ts';

@Injectable()
export class StoredPictures extends PictureKeeper {
  constructor(private readonly images: Images) {
    super();
  }

  override keep(content: Buffer): Promise<string> {
    return this.images.keepUpload(content);
  }
}
