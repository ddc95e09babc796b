import { Module } from '@nestjs/common';
import { Config } from '../config/config.ts';
import { FolderImageStore } from './folder-image-store.ts';
import { ImageRecipesModule } from './image-recipes.module.ts';
import { ImagesController } from './images.controller.ts';
import { Images } from './images.ts';
import { ImageStore } from './ports.ts';
import { S3ImageStore } from './s3-image-store.ts';
import { LoggedImageStore } from './logged-image-store.ts';

@Module({
  imports: [ImageRecipesModule],
  controllers: [ImagesController],
  providers: [Images, { provide: ImageStore, useFactory: imageStore, inject: [Config] }],
  exports: [Images, ImageRecipesModule, ImageStore],
})
export class ImagesModule {}

function imageStore({ images }: Config): ImageStore {
  return new LoggedImageStore(images.s3 ? new S3ImageStore(images.s3) : new FolderImageStore(images.directory));
}
