import { applyDecorators, HttpCode, UseGuards } from '@nestjs/common';
import { ApiBadRequestResponse, ApiForbiddenResponse, ApiSecurity, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { Limited } from '../../../platform/limits/limited.ts';
import { LoginNotFresh } from '../domain/account-errors.ts';
import { JwtAuthGuard } from './jwt/jwt-auth-guards.ts';

/** A call of a user that asks once more for a proof (`ConfirmOwner.prove`); its body has `CurrentPasswordField`. */
export function OwnerRoute() {
  return applyDecorators(
    // Before the login: calls without one count, too.
    Limited('change-password'),
    UseGuards(JwtAuthGuard),
    HttpCode(200),
    ApiSecurity('tk'),
    ApiBadRequestResponse({ type: Problem, description: '`details` names `currentPassword`' }),
    ApiUnauthorizedResponse({ type: Problem }),
    ApiForbiddenResponse({ type: Problem, description: 'The login is too old', example: problemExample(403, new LoginNotFresh().message) }),
  );
}
