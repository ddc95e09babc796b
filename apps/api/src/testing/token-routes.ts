import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { tokenOfCall } from '../modules/users/adapters/current-user.ts';
import type { TestShop } from './test-shop.ts';

/** The calls with a parameter that the Authorization header fills: what the code does, whatever its description says. */
export function callsThatTakeTokens(shop: TestShop): string[] {
  const scanner = new MetadataScanner();
  const controllers = [...shop.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => {
    if (!metatype) return [];
    const prototype = metatype.prototype as Record<string, object>;
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, metatype, name) ?? {}) as Record<string, { factory?: unknown }>;
      if (!Object.values(parameters).some(({ factory }) => factory === tokenOfCall)) return [];
      const described = Reflect.getMetadata('swagger/apiOperation', prototype[name] ?? {}) as { operationId?: string } | undefined;
      return [described?.operationId ?? name];
    });
  });
}
