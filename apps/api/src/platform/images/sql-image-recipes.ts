import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports.ts';
import { ReadDatabase } from '../database/read-database.ts';
import { ImageRecipes } from './ports.ts';
import { imageId, type ImageRecipe } from './recipe.ts';

@Injectable()
export class SqlImageRecipes extends ImageRecipes {
  constructor(
    private readonly database: ReadDatabase,
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async ofId(id: string): Promise<ImageRecipe | null> {
    const [row] = await this.database.rows<{ recipe: ImageRecipe }>('image-recipe', 'select recipe from image where id = $1', [id]);
    return row?.recipe ?? null;
  }

  override async add(recipes: readonly ImageRecipe[]): Promise<void> {
    if (recipes.length === 0) return;
    const rows = JSON.stringify(recipes.map((recipe) => ({ id: imageId(recipe), recipe })));
    // Sorted, so that two writers of the same recipes do not deadlock.
    await this.em.execute(
      `insert into image (id, recipe, created_at)
       select distinct on (id) id, recipe, ?::timestamptz from jsonb_to_recordset(?::jsonb) as row (id text, recipe jsonb) order by id
       on conflict (id) do nothing`,
      [this.clock.now(), rows],
      'run',
    );
  }
}
