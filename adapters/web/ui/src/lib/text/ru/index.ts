import type { Catalogue } from "../shape";
import { ops } from "./ops";
import { page } from "./page";
import { tools } from "./tools";

const all: Catalogue = { ...page, ...tools, ...ops };
export default all;
