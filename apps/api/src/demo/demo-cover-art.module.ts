import { Global, Module } from '@nestjs/common';
import { Config } from '../platform/config/config.ts';
import { CoverArt, type Pixels } from '../platform/images/ports.ts';
import type { ImageRecipe } from '../platform/images/recipe.ts';

/** Loads what draws with the first picture: a shop without demo products never does. */
class DemoCoverArt extends CoverArt {
  override async draw(recipe: ImageRecipe, width: number): Promise<Pixels | null> {
    const { drawArt, isArtRecipe } = await import('@keyturn/cover-art');
    return isArtRecipe(recipe) ? drawArt(recipe, width) : null;
  }
}

/** Pictures of the demo products, in shops that have them. */
@Global()
@Module({
  providers: [{ provide: CoverArt, useFactory: ({ seedsDemo }: Config) => (seedsDemo ? new DemoCoverArt() : null), inject: [Config] }],
  exports: [CoverArt],
})
export class DemoCoverArtModule {}
