/** Formats in which answers can be taken along, as far as the description of the interface names them. */

/** What every gorkd writes. */
export const EVERYWHERE = ["md", "json"];

/** Other names of the same, and formats for a table alone. */
const LEFT_OUT = ["markdown", "csv"];

export function formatsOf(api: unknown): string[] {
  const route = at(at(at(api, "paths"), "/api/jobs/{id}/export"), "get");
  const parameters = at(route, "parameters");
  const format = Array.isArray(parameters) ? parameters.find((one: unknown) => at(one, "name") === "format") : undefined;
  const named = names(at(format, "schema"), api).filter((one) => !LEFT_OUT.includes(one));
  if (named.length === 0) return EVERYWHERE;
  return [...EVERYWHERE.filter((one) => named.includes(one)), ...named.filter((one) => !EVERYWHERE.includes(one))];
}

function names(schema: unknown, api: unknown): string[] {
  const listed = at(schema, "enum");
  if (Array.isArray(listed)) return listed.filter((one) => typeof one === "string");
  const reference = at(schema, "$ref");
  if (typeof reference === "string") {
    return names(at(at(at(api, "components"), "schemas"), reference.split("/").pop() ?? ""), api);
  }
  for (const many of [at(schema, "oneOf"), at(schema, "anyOf"), at(schema, "allOf")]) {
    if (Array.isArray(many)) return many.flatMap((one) => names(one, api));
  }
  return [];
}

function at(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
