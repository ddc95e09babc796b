import type { OpenAPIObject } from '@nestjs/swagger';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly nullable?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly additionalProperties?: unknown;
}

/** One value of the input, named as `details` name it: `data.email`, `cart.0.quantity`. */
export interface Field {
  readonly path: readonly string[];
  readonly schema: Schema;
  readonly isRequired: boolean;
}

export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly takesToken: boolean;
  readonly isForm: boolean;
  readonly body: readonly Field[];
  readonly query: readonly Field[];
  readonly parameters: readonly Field[];
  readonly headers: readonly Field[];
  /** What it may answer. */
  readonly statuses: readonly number[];
}

interface Described {
  operationId: string;
  security?: object[];
  parameters?: { in: string; name: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

/** Every operation of the API's own description. */
export function operationsOf(document: OpenAPIObject): Operation[] {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Described>).map(([method, operation]) => {
      const content = operation.requestBody?.content ?? {};
      const [kind] = Object.keys(content);
      const schema = kind === undefined ? undefined : content[kind]?.schema;
      const parameters = (place: string) =>
        (operation.parameters ?? [])
          .filter((parameter) => parameter.in === place)
          .map(({ name, required, schema: type }) => ({ path: [name], schema: type ?? {}, isRequired: required === true }));
      return {
        id: operation.operationId,
        method: method.toUpperCase() as Operation['method'],
        path,
        takesToken: (operation.security ?? []).some((way) => 'tk' in way),
        isForm: kind === 'multipart/form-data',
        body: schema ? fieldsOf(schema, schemas, []) : [],
        query: parameters('query'),
        parameters: parameters('path'),
        headers: parameters('header'),
        statuses: Object.keys(operation.responses).map(Number),
      };
    }),
  );
}

/** The fields of an object, those of what it holds included; of a list, its first entry. */
function fieldsOf(given: Schema, schemas: Record<string, Schema>, path: readonly string[]): Field[] {
  const schema = resolved(given, schemas);
  const inner = schema.items ? [{ ...schema.items, name: '0', isRequired: false }] : [];
  const own = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    ...property,
    name,
    isRequired: schema.required?.includes(name) === true,
  }));
  return [...own, ...inner].flatMap(({ name, isRequired, ...property }) => {
    const here = [...path, name];
    return [{ path: here, schema: resolved(property, schemas), isRequired }, ...fieldsOf(property, schemas, here)];
  });
}

export function resolved(schema: Schema, schemas: Record<string, Schema>): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const target = name === undefined ? schema : { ...schema, ...schemas[name] };
  return Object.assign({}, target, ...(target.allOf ?? []).map((part) => resolved(part, schemas)));
}
