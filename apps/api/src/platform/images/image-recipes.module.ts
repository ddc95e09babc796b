import { Module } from '@nestjs/common';
import { ImageRecipes } from './ports.ts';
import { SqlImageRecipes } from './sql-image-recipes.ts';

/** What pictures are drawn from, without what draws them: a command that imports products loads no more than this. */
@Module({
  providers: [{ provide: ImageRecipes, useClass: SqlImageRecipes }],
  exports: [ImageRecipes],
})
export class ImageRecipesModule {}
