import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { FlagFilter, LineField } from '../../../platform/http/requests/fields.ts';
import { ChoiceField, OpsPaging, ReasonField } from '../../ops/index.ts';
import { SALE_STATES, type SaleState } from '../application/ports.ts';

const ID = '01hzx3v9k2m4n6p8q0r2s4t6w8';

export class ImportQuery {
  @FlagFilter(
    'true reports what would happen, line by line, and changes nothing (default in this form); false, or left out, imports the file',
    true,
  )
  dryRun?: boolean;

  @ReasonField('The feed of this week') reason: string;
}

class ImportCounts {
  @ApiPropertyOptional({ type: 'integer', example: 900 }) created?: number;
  @ApiPropertyOptional({ type: 'integer', example: 90 }) updated?: number;
  @ApiPropertyOptional({ type: 'integer', example: 8 }) unchanged?: number;
  @ApiPropertyOptional({ type: 'integer', example: 2 }) rejected?: number;
  @ApiPropertyOptional({ type: 'integer', example: 40, description: 'Things put right on the way' }) warnings?: number;
  @ApiPropertyOptional({ type: 'integer', description: 'Of a repricing: prices that changed' }) changed?: number;
}

class ImportProblem {
  @ApiProperty({ type: 'integer', example: 17 }) line: number;
  @ApiProperty({ example: 'unknown platform "Amiga"' }) reason: string;
}

export class JobAnswer {
  @ApiProperty({ example: ID }) id: string;
  @ApiProperty({ enum: ['waiting', 'running', 'done', 'failed'], example: 'running' }) state: string;
  @ApiProperty({ example: false }) dryRun: boolean;
  @ApiProperty({ type: String, nullable: true, example: 'feed.jsonl' }) file: string | null;
  @ApiProperty({ type: 'integer', example: 1_000_000 }) bytes: number;
  @ApiProperty({ type: 'integer', example: 250_000, description: 'How far the file is read' }) readBytes: number;
  @ApiProperty({ type: 'integer', example: 1000, description: 'Products dealt with' }) lines: number;
  @ApiProperty({ type: ImportCounts }) counts: ImportCounts;
  @ApiProperty({ type: [ImportProblem], description: 'The first 1,000 lines that were not taken; empty in lists' })
  problems: ImportProblem[];
  @ApiProperty({ type: String, nullable: true, example: null }) failure: string | null;
  @ApiProperty({ example: 'ada' }) createdBy: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z' }) createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-21T08:00:02.000Z' }) startedAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null }) finishedAt: string | null;
}

function RateField(example: number, description: string): PropertyDecorator {
  return (target, name) => {
    ApiProperty({ type: Number, minimum: 0.01, maximum: 1000, example, description })(target, name);
    IsNumber({ allowNaN: false, allowInfinity: false }, { message: 'The rate must be a number.' })(target, name);
    Min(0.01, { message: 'The rate must be at least 0.01.' })(target, name);
    Max(1000, { message: 'The rate must be at most 1,000.' })(target, name);
  };
}

class PricingRates {
  @ApiProperty({ type: Number, minimum: 0, maximum: 10, example: 0.12, description: "On the shop's cost: 0.12 adds 12 %" })
  @Max(10, { message: 'The margin must be at most 10.' })
  @Min(0, { message: 'The margin must be 0 or more.' })
  @IsNumber({ allowNaN: false, allowInfinity: false }, { message: 'The margin must be a number.' })
  margin: number;

  @RateField(1.09, 'Dollars for one euro') usd: number;
  @RateField(4.27, 'Złoty for one euro') pln: number;
  @RateField(0.85, 'Pounds for one euro') gbp: number;
}

export class PricingBody extends PricingRates {
  @ReasonField('The rates of the European Central Bank of today') reason: string;
}

export class PricingAnswer extends PricingRates {
  @ApiProperty({ type: JobAnswer, nullable: true, description: 'The latest repricing' }) repricing: JobAnswer | null;
}

/** An answer that is copied, edited and sent back has names and other fields. */
function idOfEntry(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : entry;
}

function ProductsField(): PropertyDecorator {
  return (target, name) => {
    ApiProperty({
      type: 'array',
      maxItems: 60,
      items: { oneOf: [{ type: 'string' }, { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }] },
      example: ['24532', '38506'],
      description: 'kinguinIds or own ids, in order; or the entries of GET /ops/home, of which only the `id` is read',
    })(target, name);
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(idOfEntry) : value))(target, name);
    IsArray({ message: 'Products must be a list.' })(target, name);
    ArrayMaxSize(60, { message: 'At most 60 products fit.' })(target, name);
    IsString({ each: true, message: 'A product is named by text: its kinguinId or its own id.' })(target, name);
    MaxLength(40, { each: true, message: 'A product is named by its kinguinId or its own id.' })(target, name);
  };
}

export class HomeSectionBody {
  @ApiPropertyOptional({ example: 'best-sellers', description: 'Left out for a new section' })
  @Matches(/^(?!featured$)[0-9a-z-]{1,40}$/, { message: 'The id must be lower-case letters, digits and dashes.' })
  @IsString({ message: 'The id must be text.' })
  @IsOptional()
  id?: string;

  @LineField('The name', 100)
  @ApiProperty({ example: 'Best Sellers' })
  name: string;

  @ProductsField() products: string[];

  @ApiPropertyOptional({ example: false, description: 'Below the platforms' })
  @IsBoolean({ message: 'afterSliderPlatform must be true or false.' })
  @IsOptional()
  afterSliderPlatform?: boolean;

  @ApiPropertyOptional({ example: false, description: 'Below the price tiles' })
  @IsBoolean({ message: 'afterSliderPrice must be true or false.' })
  @IsOptional()
  afterSliderPrice?: boolean;
}

export class SalesQuery extends OpsPaging {
  @ChoiceField(SALE_STATES, 'On now, which is meant where it is left out, or to come') state?: SaleState;
}

class PlannedOf {
  @ApiProperty({ example: '24532' }) product: string;
  @ApiProperty({ example: '4711', description: 'The id by which its sale can be ended' }) id: string;
}

class LeftOutOf {
  @ApiProperty({ example: '38506' }) product: string;
  @ApiProperty({ example: 'This sale would raise the price of 38506 from €3.49 to €12.59.' }) reason: string;
  @ApiPropertyOptional({ example: 'EUR' }) currency?: string;
  @ApiPropertyOptional({ type: Number, example: 3.49 }) priceNow?: number;
  @ApiPropertyOptional({ type: Number, example: 12.59 }) priceThen?: number;
}

export class PlannedSales {
  @ApiProperty({ type: [PlannedOf] }) planned: PlannedOf[];
  @ApiProperty({ type: [LeftOutOf], description: 'Products that the sale does not fit: nothing of them has changed' }) leftOut: LeftOutOf[];
}

export class HomeQuery {
  @FlagFilter('true returns the resulting home page and changes nothing (default in this form); false, or left out, changes it', true)
  dryRun?: boolean;
}

export class HomeBody {
  @ProductsField() hero: string[];

  @ApiProperty({ type: [HomeSectionBody], maxItems: 20, description: 'In order; the first stands above the platforms' })
  @Type(() => HomeSectionBody)
  @ValidateNested({ each: true })
  @IsObject({ each: true, message: 'Each section must be an object.' })
  @ArrayMaxSize(20, { message: 'At most 20 sections fit.' })
  @IsArray({ message: 'Sections must be a list.' })
  sections: HomeSectionBody[];

  @ReasonField('The sale of the week comes first') reason: string;
}

class HomeProduct {
  @ApiProperty({ example: ID }) id: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 24_532 }) kinguinId: number | null;
  @ApiProperty({ example: 'Elden Ring EU Steam CD Key' }) name: string;
  @ApiProperty({ example: false }) isHidden: boolean;
}

class HomeSectionAnswer {
  @ApiProperty({ example: 'best-sellers' }) id: string;
  @ApiProperty({ example: 'Best Sellers' }) name: string;
  @ApiProperty({ type: [HomeProduct] }) products: HomeProduct[];
  @ApiProperty({ example: false }) afterSliderPlatform: boolean;
  @ApiProperty({ example: false }) afterSliderPrice: boolean;
}

export class HomeAnswer {
  @ApiProperty({ type: [HomeProduct] }) hero: HomeProduct[];
  @ApiProperty({ type: [HomeSectionAnswer] }) sections: HomeSectionAnswer[];
}
