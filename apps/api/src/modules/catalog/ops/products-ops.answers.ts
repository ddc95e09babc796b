import { ApiProperty } from '@nestjs/swagger';

const ID = '01hzx3v9k2m4n6p8q0r2s4t6w8';

class AllAmounts {
  @ApiProperty({ example: 19.99 }) eur: number;
  @ApiProperty({ example: 21.79 }) usd: number;
  @ApiProperty({ example: 85.36 }) pln: number;
  @ApiProperty({ example: 16.99 }) gbp: number;
}

export class ProductItem {
  @ApiProperty({ example: ID }) id: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 24532 }) kinguinId: number | null;
  @ApiProperty({ enum: ['game', 'software'] }) type: string;
  @ApiProperty({ example: 'Elden Ring EU Steam CD Key' }) name: string;
  @ApiProperty({ example: 'Steam' }) platform: string;
  @ApiProperty({ example: 'Game' }) category: string;
  @ApiProperty({ example: false }) isHidden: boolean;
  @ApiProperty({ type: 'integer', example: 12 }) stock: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 3 }) limitPerBasket: number | null;
  @ApiProperty({ type: AllAmounts, description: 'Current price' }) price: AllAmounts;
  @ApiProperty({ example: false }) isDiscounted: boolean;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z' }) updatedAt: string;
  @ApiProperty({ example: 'ada' }) changedBy: string;
}

export class PriceItem {
  @ApiProperty({ example: '4711' }) id: string;
  @ApiProperty({ enum: ['base', 'sale'], example: 'sale' }) kind: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-27T00:00:00.000Z' }) startsAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-30T23:59:59.000Z' }) endsAt: string | null;
  @ApiProperty({ type: AllAmounts }) list: AllAmounts;
  @ApiProperty({ type: AllAmounts, description: 'With discount, if any' }) charged: AllAmounts;
  @ApiProperty({ type: 'integer', example: 25 }) discountPercent: number;
  @ApiProperty({ type: [String], example: ['Eur.list'], description: 'Amounts that stay when rates or margin change' }) setByHand: string[];
  @ApiProperty({ example: 'ada' }) changedBy: string;
}

export class SaleItem extends PriceItem {
  @ApiProperty({ example: ID }) productId: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 24_532 }) kinguinId: number | null;
  @ApiProperty({ example: 'Elden Ring EU Steam CD Key' }) productName: string;
  @ApiProperty({ example: false, description: 'Hidden products are not for sale' }) isHidden: boolean;
}

export class ProductAnswer extends ProductItem {
  @ApiProperty() supplierProductId: string;
  @ApiProperty({ type: String, nullable: true, example: 'Elden Ring' }) originalName: string | null;
  @ApiProperty() title: string;
  @ApiProperty() metaDescription: string;
  @ApiProperty({ description: 'Safe HTML' }) description: string;
  @ApiProperty({ description: 'Safe HTML' }) notes: string;
  @ApiProperty({ type: [String], example: ['Action', 'RPG'] }) genres: string[];
  @ApiProperty({ type: String, nullable: true }) ageRating: string | null;
  @ApiProperty({ type: String, format: 'date', nullable: true }) releaseDate: string | null;
  @ApiProperty({ type: [String] }) developers: string[];
  @ApiProperty({ type: [String] }) publishers: string[];
  @ApiProperty({ type: [String] }) languages: string[];
  @ApiProperty({ type: [String] }) regions: string[];
  @ApiProperty({ type: 'integer', nullable: true, example: 1 }) regionId: number | null;
  @ApiProperty({ type: String, nullable: true, example: 'Europe' }) regionalLimitations: string | null;
  @ApiProperty({ type: [String], example: ['PT'], description: 'Countries in which keys can NOT be activated' })
  countryLimitation: string[];
  @ApiProperty({ type: 'integer' }) popularity: number;
  @ApiProperty({ description: 'Path on the API host' }) coverImage: string;
  @ApiProperty({ type: [String], description: 'Paths on the API host' }) screenshots: string[];
  @ApiProperty({ type: Number, nullable: true, description: 'What the shop pays, in euros; never shown to shoppers', example: 15.2 }) cost:
    number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: "The supplier's stock; not sold" }) supplierQty: number | null;
  @ApiProperty({ type: [String], example: ['name', 'price'], description: 'Set by staff: not overwritten by imports' })
  keptFields: string[];
  @ApiProperty({ type: PriceItem }) priceInForce: PriceItem;
  @ApiProperty({ type: [PriceItem], description: 'Planned base prices' }) plannedPrices: PriceItem[];
  @ApiProperty({ type: [PriceItem], description: 'Running and planned sales' }) sales: PriceItem[];
  @ApiProperty({ type: String, format: 'date-time' }) createdAt: string;
}

class LowestAmounts {
  @ApiProperty({ type: Number, nullable: true, example: 14.99 }) eur: number | null;
  @ApiProperty({ type: Number, nullable: true, example: 16.34 }) usd: number | null;
  @ApiProperty({ type: Number, nullable: true, example: 64.01 }) pln: number | null;
  @ApiProperty({ type: Number, nullable: true, example: 12.74 }) gbp: number | null;
}

export class PriceHistory {
  @ApiProperty({ type: LowestAmounts, description: 'The lowest that was charged in the last 30 days; null where it was not on sale then' })
  lowestOfLast30Days: LowestAmounts;
  @ApiProperty({ type: [PriceItem], description: 'Latest first, those to come included' }) items: PriceItem[];
  @ApiProperty({ type: 'integer', example: 1 }) page: number;
  @ApiProperty({ type: 'integer', example: 1 }) totalPages: number;
}

export class SaleAnswer {
  @ApiProperty({ example: '4711', description: 'The id by which it can be ended' }) id: string;
  @ApiProperty({ type: ProductAnswer }) product: ProductAnswer;
}
