import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';

export const MOST_SITEMAP_PRODUCTS = 5000;

export class SitemapQuery {
  @ApiPropertyOptional({ description: "The shop's own id of the last product of the previous page; absent for the first page" })
  @IsOptional()
  @Matches(/^[0-9a-z]{0,40}$/, { message: 'The id to go on from must be one of the shop.' })
  after?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MOST_SITEMAP_PRODUCTS })
  @IsOptional()
  @Matches(/^[1-9]\d{0,3}$/, { message: `The limit must be a whole number from 1 to ${MOST_SITEMAP_PRODUCTS}.` })
  limit?: string;
}

export class SitemapProduct {
  @ApiProperty() _id: string;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null for software' }) kinguinId: number | null;
  @ApiProperty() name: string;
  @ApiProperty({ type: String, format: 'date-time' }) updatedAt: string;
}

export class SitemapPage {
  @ApiProperty({ type: [SitemapProduct] }) products: SitemapProduct[];
  @ApiProperty({ type: String, nullable: true, description: '`after` of the next page' }) next: string | null;
}

export class SitemapPart {
  @ApiProperty({ description: 'The part has the products after this id, up to the next part' }) after: string;
  @ApiProperty({ type: String, format: 'date-time', description: 'The latest change of a product in it' }) lastChangeAt: string;
}
