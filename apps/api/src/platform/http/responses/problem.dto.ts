import { STATUS_CODES } from 'node:http';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

class ProblemDetail {
  @ApiProperty({ example: 'quantity' }) field: string;
  @ApiProperty({ example: 'quantity must be at least 1.' }) message: string;
}

/** The body of every error. */
export class Problem {
  @ApiProperty({ type: 'integer' }) statusCode: number;
  @ApiProperty({ description: 'The name of the status' }) error: string;
  @ApiProperty({ description: 'One sentence that a shopper can read' }) message: string;
  @ApiPropertyOptional({ type: [ProblemDetail] }) details?: ProblemDetail[];
}

/** A problem as it looks on the wire, for the description of the API. `field`: which input the sentence is about. */
export function problemExample(statusCode: number, message: string, field?: string): Problem {
  return { statusCode, error: STATUS_CODES[statusCode] ?? 'Error', message, ...(field !== undefined && { details: [{ field, message }] }) };
}
