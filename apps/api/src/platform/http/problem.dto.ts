import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

class ProblemDetail {
  @ApiProperty() field: string;
  @ApiProperty() message: string;
}

/** The body of every error. */
export class Problem {
  @ApiProperty({ type: 'integer' }) statusCode: number;
  @ApiProperty({ description: 'The name of the status' }) error: string;
  @ApiProperty({ description: 'One sentence that a shopper can read' }) message: string;
  @ApiPropertyOptional({ type: [ProblemDetail] }) details?: ProblemDetail[];
}
