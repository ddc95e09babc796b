import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsString, MaxLength, MinLength } from 'class-validator';

export class InfoPageLink {
  @ApiProperty() name: string;
  @ApiProperty({ enum: ['Company', 'Resources'] }) type: 'Company' | 'Resources';
}

export class InfoPageRequest {
  @ApiProperty({ maxLength: 200 })
  @MaxLength(200, { message: 'The name is too long.' })
  @MinLength(1, { message: 'The name of a page is needed.' })
  @IsString({ message: 'The name must be text.' })
  name: string;
}

@ApiSchema({ name: 'InfoPage' })
export class InfoPageAnswer {
  @ApiProperty() name: string;
  @ApiProperty({ description: 'Safe HTML' }) description: string;
  @ApiProperty() meta_description: string;
}

export class BlogPostCard {
  @ApiProperty() id: string;
  @ApiProperty() title: string;
  @ApiProperty({ description: 'The title in lower case with dashes: /blog/{uniqueRoute}' }) uniqueRoute: string;
  @ApiProperty({ description: 'Path on the API host' }) coverImage: string;
  @ApiProperty() metaDescription: string;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', description: 'What is shown as its date' }) date: string;
}

@ApiSchema({ name: 'BlogPost' })
export class BlogPostAnswer extends BlogPostCard {
  @ApiProperty({ description: 'Safe HTML. The src of a picture is a path on the API host, as coverImage is' }) description: string;
}
