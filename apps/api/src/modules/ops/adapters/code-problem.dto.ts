import { ApiPropertyOptional } from '@nestjs/swagger';
import { Problem } from '../../../platform/http/responses/problem.dto.ts';

export class CodeProblem extends Problem {
  @ApiPropertyOptional({ example: true, description: 'Ask for a code of the authenticator app, and call again with `X-Ops-Code`' })
  codeRequired?: boolean;
}
