/** The setup steps, as returned by `/api/setup`, and the settings-file lines for a model. Pure. */

export type StepName = "library" | "ranking" | "model" | "providers" | "slack" | "discord";

export interface Step { id: StepName; done: boolean; sentence: string; commands: string[]; settings: string }
/** `kind`: the name for `models.ROLE.provider`. */
export interface LocalModel { baseUrl: string; kind: string; models: string[] }
/** `keyKept`: the key was entered on this page and can be removed here. */
export interface SetupProvider { name: string; needsKey: boolean; keySet: boolean; keyKept: boolean }

export interface SetupDocument {
  steps: Step[];
  localModels: LocalModel[];
  library: { documents: number; folders: string[] };
  providers: SetupProvider[];
}

/** A TOML string. */
export function toml(text: string): string {
  return JSON.stringify(text);
}

/** Lines that make this model plan, write, and check. */
export function modelLines(server: LocalModel, model: string): string {
  return ["planner", "writer", "checker"].map((role) => `[models.${role}]\nprovider = ${toml(server.kind)}\nmodel = ${toml(model)}\nbase_url = ${toml(server.baseUrl)}\n`).join("\n");
}
