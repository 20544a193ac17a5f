/** How far a budget of the month is used. Pure. */

import type { Budget } from "$lib/types";

/** From this share of its limit on, people are told. */
const NEAR = 0.8;

/** The share of the limit that a sum is; null without a limit. Of nothing, everything is used. */
export function share(budget: Budget, usd: number): number | null {
  if (budget.limitUsd === null) return null;
  return budget.limitUsd > 0 ? usd / budget.limitUsd : 1;
}

/** Is there anything to tell about it? */
export function level(budget: Budget): "near" | "full" | null {
  if (budget.usedUp) return "full";
  return (share(budget, budget.spentUsd) ?? 0) >= NEAR ? "near" : null;
}
