import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

const header = `// Made from docs/openapi.json; to renew it: npm test -- packages/client/test/generated -u
`;

type Json = Record<string, unknown>;
// Whoever asks knows that it is an object: the document's own test and Redocly say so.
const entries = (value: unknown): [string, Json][] => Object.entries((value ?? {}) as Record<string, Json>);

/** The types of an OpenAPI document's operations and schemas. Refusals are `GoalError`, whatever the operation, so their types are left out. */
export async function typesOf(document: Json): Promise<string> {
  const { schemas, parameters } = document['components'] as Json;
  const slim = { ...document, components: { schemas, parameters }, paths: withoutRefusals(document['paths']) };
  // Another type for what is checked as it is read.
  const tree = await openapiTS(slim as unknown as OpenAPI3, { defaultNonNullable: false, silent: true });
  return header + astToString(tree);
}

function withoutRefusals(paths: unknown): Json {
  return Object.fromEntries(
    entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        entries(methods).map(([method, operation]) => {
          const successes = entries(operation['responses'])
            .filter(([status]) => Number(status) < 300)
            .map(([status, { headers: _, ...response }]) => [status, response]);
          return [method, { ...operation, responses: Object.fromEntries(successes) }];
        }),
      ),
    ]),
  );
}
