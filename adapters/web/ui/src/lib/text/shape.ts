/** The shape of a catalogue: every key of the English one. A missing or extra key is a type error. */

import type { ops } from "./en/ops";
import type { page } from "./en/page";
import type { tools } from "./en/tools";

/** A sentence, or one for each plural form in the language (CLDR), selected by the value `n`. */
export type Text = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);

export type PageKey = keyof typeof page;
export type ToolsKey = keyof typeof tools;
export type OpsKey = keyof typeof ops;
export type Key = PageKey | ToolsKey | OpsKey;

export type PageTexts = Record<PageKey, Text>;
export type ToolsTexts = Record<ToolsKey, Text>;
export type OpsTexts = Record<OpsKey, Text>;
export type Catalogue = Record<Key, Text>;
