import { Module } from '@nestjs/common';
import { Config } from '../config/config.ts';
import { FolderImageStore } from './folder-image-store.ts';
import { ImagesController } from './images.controller.ts';
import { Images } from './images.ts';
import { ImageRecipes, ImageStore } from './ports.ts';
import { SqlImageRecipes } from './sql-image-recipes.ts';

@Module({
  controllers: [ImagesController],
  providers: [
    Images,
    { provide: ImageRecipes, useClass: SqlImageRecipes },
    { provide: ImageStore, useFactory: (config: Config) => new FolderImageStore(config.imagesDirectory), inject: [Config] },
  ],
  exports: [Images, ImageRecipes],
})
export class ImagesModule {}
