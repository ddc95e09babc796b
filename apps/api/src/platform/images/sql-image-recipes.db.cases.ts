import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { FixedClock } from '../../testing/fakes.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { readConfig } from '../config/config.ts';
import { Metrics } from '../metrics/metrics.ts';
import { databaseOptions } from '../database/database-options.ts';
import { ReadDatabase } from '../database/read-database.ts';
import { imageId } from './recipe.ts';
import { SqlImageRecipes } from './sql-image-recipes.ts';
import { imageRecipesContract } from './testing/image-recipes.contract.ts';
import { InMemoryImageRecipes } from './testing/in-memory-images.ts';
import { tileRecipe } from './tile.ts';

export function sqlImageRecipes(): void {
  describe('recipes in memory', () => {
    imageRecipesContract(async () => new InMemoryImageRecipes());
  });

  describe('recipes in PostgreSQL', () => {
    let orm: MikroORM;
    let reads: ReadDatabase;
    let drop: () => Promise<void>;
    const recipes = (em = orm.em.fork()) => new SqlImageRecipes(reads, em, new FixedClock());

    beforeAll(async () => {
      const database = await testDatabase();
      drop = database.drop;
      const config = readConfig({ DATABASE_URL: database.url });
      orm = await MikroORM.init(databaseOptions(config));
      reads = new ReadDatabase(config, new Metrics());
    });

    afterAll(async () => {
      await reads.onApplicationShutdown();
      await orm.close(true);
      await drop();
    });

    imageRecipesContract(async () => recipes());

    test('a recipe added in a transaction that fails is not there', async () => {
      const cover = tileRecipe({ name: 'Never bought', platform: 'Steam' });
      const failing = orm.em.fork().transactional(async (em) => {
        await recipes(em as typeof orm.em).add([cover]);
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(await recipes().ofId(imageId(cover))).toBeNull();
    });
  });
}
