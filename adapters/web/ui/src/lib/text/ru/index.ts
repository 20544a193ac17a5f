import type { Catalogue } from "../shape";
import { page } from "./page";
import { tools } from "./tools";

const all: Catalogue = { ...page, ...tools };
export default all;
