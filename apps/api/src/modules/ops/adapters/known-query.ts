import { BadRequestException, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { fieldsOf } from '../../../platform/http/requests/validation.ts';
import { unknownName } from '../../../shared/unknown-name.ts';

interface Argument {
  readonly index: number;
  /** The name of a single parameter; none for an object with all. */
  readonly data?: unknown;
}

const known = new WeakMap<object, readonly string[]>();

/** The query parameters of a controller's method, from its `@Query()` arguments. */
function parametersOf(controller: object, handler: { readonly name: string }): readonly string[] {
  const found = known.get(handler);
  if (found !== undefined) return found;
  const routeArguments = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) ?? {}) as Record<string, Argument>;
  const types = (Reflect.getMetadata('design:paramtypes', (controller as { prototype: object }).prototype, handler.name) ?? []) as never[];
  const names = Object.entries(routeArguments).flatMap(([key, { index, data }]) => {
    if (!key.startsWith(`${RouteParamtypes.QUERY}:`)) return [];
    return typeof data === 'string' ? [data] : fieldsOf(types[index] ?? Object);
  });
  known.set(handler, names);
  return names;
}

/**
 * With a misspelt filter a call would list everything, and with a misspelt `dryRun` it would not be a dry run. @throws BadRequestException
 * for an unknown parameter
 */
export function refuseUnknownQuery(context: ExecutionContext, query: unknown): void {
  const takes = parametersOf(context.getClass(), context.getHandler());
  const details = Object.keys(query ?? {})
    .filter((name) => !takes.includes(name))
    .map((name) => ({ field: name, message: unknownName('parameter', name, takes) }));
  if (details.length > 0) throw new BadRequestException({ message: details[0]?.message, details: details.slice(0, 10) });
}
