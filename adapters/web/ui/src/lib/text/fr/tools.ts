import { tools as english } from "../en/tools";
import type { ToolsTexts } from "../shape";

export const tools: ToolsTexts = { ...english };
