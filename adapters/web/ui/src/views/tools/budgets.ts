/** How much of a monthly budget is used. Pure. */

import type { Budget } from "$lib/types";

/** People are warned from this share of the limit on. */
const NEAR = 0.8;

/** An amount as a share of the limit; null without a limit. A limit of zero counts as fully used. */
export function share(budget: Budget, usd: number): number | null {
  if (budget.limitUsd === null) return null;
  return budget.limitUsd > 0 ? usd / budget.limitUsd : 1;
}

/** Whether there is something to say about it. */
export function level(budget: Budget): "near" | "full" | null {
  if (budget.usedUp) return "full";
  return (share(budget, budget.spentUsd) ?? 0) >= NEAR ? "near" : null;
}
