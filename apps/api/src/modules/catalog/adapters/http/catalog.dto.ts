import { ApiProperty, ApiPropertyOptional, type ApiResponseSchemaHost, getSchemaPath } from '@nestjs/swagger';
import type { CardView } from '../../application/product-card.ts';

const majorUnits = 'Major units, at most two decimals';
const nullableMoney = { type: Number, nullable: true, description: `${majorUnits}; null without a discount` } as const;

/** What a card shows and a cart line needs. */
export class ProductCard implements CardView {
  @ApiProperty({ description: "The shop's own id: no dashes" }) _id: string;
  @ApiPropertyOptional({ type: 'integer', description: 'Absent for software' }) kinguinId?: number;
  @ApiProperty({ enum: ['game', 'software'] }) type: 'game' | 'software';
  @ApiProperty({ description: "`CustomGame` marks a product of the shop's own" }) productId: string;
  @ApiProperty() name: string;
  @ApiPropertyOptional({ description: 'Software only' }) productName?: string;
  @ApiProperty() platform: string;
  @ApiProperty() category: string;
  @ApiProperty({ type: [String] }) genres: string[];
  @ApiProperty({ type: [String] }) regions: string[];
  @ApiProperty({ type: String, format: 'date', nullable: true }) releaseDate: string | null;
  @ApiProperty({ description: 'Path on the API host: images/{id}-{width}.webp' }) mainImage: string;
  @ApiProperty({ description: `Euro list price, the same as sellPrice. ${majorUnits}` }) price: number;
  @ApiProperty({ description: `Euro list price. ${majorUnits}` }) sellPrice: number;
  @ApiProperty({ description: majorUnits }) usdPrice: number;
  @ApiProperty({ description: majorUnits }) plnPrice: number;
  @ApiProperty({ description: majorUnits }) gbpPrice: number;
  @ApiProperty() is_discounted: boolean;
  @ApiProperty({ type: 'integer', description: 'Whole percent, 0 without a discount' }) discount_perc: number;
  @ApiProperty({ ...nullableMoney, description: 'Euro price after discount; null without one' }) new_price: number | null;
  @ApiProperty(nullableMoney) usdPriceDiscounted: number | null;
  @ApiProperty(nullableMoney) plnPriceDiscounted: number | null;
  @ApiProperty(nullableMoney) gbpPriceDiscounted: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) limt_per_basket: number | null;
  @ApiProperty({ type: [String] }) cheapestOfferId: string[];
  @ApiProperty({ type: 'integer', description: 'Pieces that can be bought now' }) qty: number;
  @ApiProperty({ type: 'integer', description: 'Maximum per basket' }) mqte: number;
}

class Picture {
  @ApiProperty({ description: 'Absolute address' }) url: string;
}

class ProductImages {
  @ApiProperty() cover: Picture;
  @ApiProperty({ type: [Picture] }) screenshots: Picture[];
}

class SystemRequirements {
  @ApiProperty() system: string;
  @ApiProperty({ type: [String], description: 'Lines of the form "Label: value"' }) requirement: string[];
}

class TitledValue {
  @ApiProperty() title: string;
  @ApiProperty() value: string;
}

class DescriptionBlock {
  @ApiProperty({ description: '`Paragraph`, or an image type' }) typeDesc: string;
  @ApiProperty() shortTitle: string;
  @ApiProperty({ description: 'Safe HTML' }) shortDesc: string;
  @ApiProperty({ type: String, nullable: true, description: 'Path on the API host' }) image: string | null;
  @ApiProperty({ type: String, nullable: true }) postionImage: string | null;
}

/** Everything that a product's page shows. */
export class Product extends ProductCard {
  @ApiProperty() title: string;
  @ApiProperty() meta_description: string;
  @ApiProperty({ description: 'Safe HTML' }) description: string;
  @ApiProperty({ description: 'Safe HTML for the notice box' }) notes: string;
  @ApiProperty({ type: String, nullable: true }) ageRating: string | null;
  @ApiProperty({ type: [String] }) developers: string[];
  @ApiProperty({ type: [String] }) publishers: string[];
  @ApiProperty({ type: [String] }) languages: string[];
  @ApiProperty({ type: 'integer', nullable: true, description: "The supplier's number of the region in which keys activate", example: 1 })
  regionId: number | null;
  @ApiProperty({ type: String, nullable: true, description: "The supplier's name of that region", example: 'Europe' })
  regionalLimitations: string | null;
  @ApiProperty({ type: [String], description: 'Countries (ISO 3166) in which keys can NOT be activated', example: ['PT'] })
  countryLimitation: string[];
  @ApiProperty({ type: 'integer', nullable: true, description: 'Delivery time in `unit`; null: immediate' }) shiping: number | null;
  @ApiProperty({ type: String, nullable: true }) unit: string | null;
  @ApiProperty({ description: 'Absolute address' }) coverImageOriginal: string;
  @ApiProperty() images: ProductImages;
  @ApiProperty({ type: [SystemRequirements] }) systemRequirements: SystemRequirements[];
  @ApiProperty({ type: [TitledValue] }) customSystem: TitledValue[];
  @ApiProperty({ type: [TitledValue] }) overView: TitledValue[];
  @ApiProperty({ type: [DescriptionBlock] }) descriptions: DescriptionBlock[];
}

export class ProductPage {
  @ApiProperty({ type: [ProductCard] }) products: ProductCard[];
  @ApiProperty({ type: 'integer', description: 'Exact up to 10,000 matches; 0 for none' }) totalPages: number;
}

export class SoftwarePage {
  @ApiProperty({ type: [ProductCard] }) games: ProductCard[];
  @ApiProperty({ type: 'integer', description: 'Exact up to 10,000 matches; 0 for none' }) totalPages: number;
}

export class SoftwareDetail {
  @ApiProperty() game: Product;
  @ApiProperty({ example: 'success' }) message: string;
}

export class SimilarProducts {
  @ApiProperty({ type: [ProductCard] }) products: ProductCard[];
}

export class HomeFeatured {
  @ApiProperty({ type: [ProductCard] }) products: ProductCard[];
}

export class HomeSection {
  @ApiProperty() id: string;
  @ApiProperty() sectionName: string;
  @ApiProperty({ type: [ProductCard] }) products: ProductCard[];
  @ApiProperty() after_slider_platform: boolean;
  @ApiProperty() after_slider_price: boolean;
}

/** `[[{products}], {id, sectionName, …}, …]`: the first entry is for the hero. */
export const homeSchema: ApiResponseSchemaHost['schema'] = {
  type: 'array',
  items: { oneOf: [{ type: 'array', items: { $ref: getSchemaPath(HomeFeatured) } }, { $ref: getSchemaPath(HomeSection) }] },
};
