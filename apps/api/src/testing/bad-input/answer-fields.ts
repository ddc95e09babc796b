import { resolved, type Schema } from './schema.ts';

type Responses = Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>>;

/** What is read of the description of an API. */
interface Document {
  readonly paths: Readonly<Record<string, object>>;
  readonly components?: { readonly schemas?: object };
}

/**
 * The fields of an answer that its call does not describe, as paths; none for what is no JSON.
 * @param id operationId of the call
 */
export function undescribedFields(document: Document, id: string, { status, text }: { status: number; text: string }): string[] {
  const operation = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods as Record<string, { operationId?: string; responses: Responses }>))
    .find(({ operationId }) => operationId === id);
  const schema = operation?.responses[status]?.content?.['application/json']?.schema;
  if (schema === undefined) return [];
  return [...new Set(beyond(schema, JSON.parse(text), schemasOf(document), ''))];
}

function schemasOf(document: Document): Record<string, Schema> {
  return (document.components?.schemas ?? {}) as Record<string, Schema>;
}

function beyond(given: Schema, value: unknown, schemas: Record<string, Schema>, path: string): string[] {
  const schema = resolved(given, schemas);
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? [] : value.flatMap((entry) => beyond(items, entry, schemas, `${path}[]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  if (schema.oneOf) {
    const readings = schema.oneOf.map((one) => beyond(one, value, schemas, path));
    return readings.find((found) => found.length === 0) ?? readings[0] ?? [];
  }
  const others = schema.additionalProperties;
  return Object.entries(value).flatMap(([name, inner]) => {
    const property = schema.properties?.[name];
    const here = `${path}.${name}`;
    if (property !== undefined) return beyond(property, inner, schemas, here);
    if (typeof others === 'object' && others !== null) return beyond(others, inner, schemas, `${path}.*`);
    return others === true ? [] : [here];
  });
}
