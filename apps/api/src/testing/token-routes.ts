import type { Type } from '@nestjs/common';
import { GUARDS_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { tokenOfCall, userOfCall } from '../modules/users/adapters/jwt/current-user.ts';
import { JwtAuthGuard } from '../modules/users/adapters/jwt/jwt-auth-guards.ts';
import { LimitGuard } from '../platform/limits/limited.ts';
import type { TestShop } from './test-shop.ts';

interface Handler {
  readonly operationId: string;
  /** In the order in which they run. */
  readonly guards: readonly unknown[];
  readonly readsUser: boolean;
}

/** The calls behind a JWT guard: what the code does, whatever its description says. */
export function callsThatTakeTokens(shop: TestShop): string[] {
  return handlersOf(shop)
    .filter(({ guards }) => guards.some(takesToken))
    .map(({ operationId }) => operationId);
}

/** The calls that read who calls without a guard that asks it, or that ask it before the call is counted. */
export function callsWithMisplacedGuards(shop: TestShop): string[] {
  return handlersOf(shop)
    .filter(({ guards, readsUser }) => {
      const [counts, asks] = [guards.indexOf(LimitGuard), guards.findIndex((guard) => isKindOf(AuthGuard(), guard))];
      return asks < 0 ? readsUser : asks < counts;
    })
    .map(({ operationId }) => operationId);
}

const isKindOf = (base: Type, guard: unknown) => guard === base || (guard as { prototype?: unknown }).prototype instanceof base;
const takesToken = (guard: unknown) => isKindOf(JwtAuthGuard, guard);

function handlersOf(shop: TestShop): Handler[] {
  const scanner = new MetadataScanner();
  const controllers = [...shop.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => {
    if (!metatype) return [];
    const prototype = metatype.prototype as Record<string, object>;
    return scanner.getAllMethodNames(prototype).map((name) => {
      const handler = prototype[name] ?? {};
      const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, metatype, name) ?? {}) as Record<string, { factory?: unknown }>;
      const described = Reflect.getMetadata('swagger/apiOperation', handler) as { operationId?: string } | undefined;
      return {
        operationId: described?.operationId ?? name,
        guards: [metatype, handler].flatMap((guarded) => (Reflect.getMetadata(GUARDS_METADATA, guarded) ?? []) as unknown[]),
        readsUser: Object.values(parameters).some(({ factory }) => factory === userOfCall || factory === tokenOfCall),
      };
    });
  });
}
