import { page as english } from "../en/page";
import type { PageTexts } from "../shape";

export const page: PageTexts = { ...english };
