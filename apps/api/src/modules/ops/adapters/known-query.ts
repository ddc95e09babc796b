import { BadRequestException, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { fieldsOf } from '../../../platform/http/requests/validation.ts';
import { unknownName } from '../../../shared/unknown-name.ts';

interface Argument {
  readonly index: number;
  /** The one parameter that the argument is; none where it is an object of all. */
  readonly data?: unknown;
}

const known = new WeakMap<object, readonly string[]>();

/** The query parameters that the method of a controller takes, as its `@Query()` arguments say. */
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

/** A misspelt filter would show everything, and a misspelt `dryRun` would do it. @throws BadRequestException for a parameter that the call does not take */
export function refuseUnknownQuery(context: ExecutionContext, query: unknown): void {
  const takes = parametersOf(context.getClass(), context.getHandler());
  const details = Object.keys(query ?? {})
    .filter((name) => !takes.includes(name))
    .map((name) => ({ field: name, message: unknownName('parameter', name, takes) }));
  if (details.length > 0) throw new BadRequestException({ message: details[0]?.message, details: details.slice(0, 10) });
}
