import { Module } from '@nestjs/common';
import { ImageRecipes } from './ports.ts';
import { SqlImageRecipes } from './sql-image-recipes.ts';

/** The recipes of pictures, without the code that draws them: commands that import products load only this. */
@Module({
  providers: [{ provide: ImageRecipes, useClass: SqlImageRecipes }],
  exports: [ImageRecipes],
})
export class ImageRecipesModule {}
