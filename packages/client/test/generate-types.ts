import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

const header = `// Generated from docs/openapi.json. To renew it: npm test -- packages/client/test/generated -u
`;

type Json = Record<string, unknown>;
// The callers pass objects: the document's own test and Redocly ensure it.
const entries = (value: unknown): [string, Json][] => Object.entries((value ?? {}) as Record<string, Json>);

/**
 * The types of a document's operations and schemas, without refusals, which are always `GoalError`.
 */
export async function typesOf(document: Json): Promise<string> {
  const { schemas, parameters } = document['components'] as Json;
  const slim = { ...document, components: { schemas, parameters }, paths: withoutRefusals(document['paths']) };
  // openapiTS has a stricter type for the same document, and checks it while reading.
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
