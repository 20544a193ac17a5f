/** Draws charts on a canvas. A separate chunk, loaded when someone opens a chart. */

import { BarController, BarElement, CategoryScale, Chart, Legend, LineController, LineElement, LinearScale, PointElement, Tooltip } from "chart.js";
import type { Series } from "./chart";

Chart.register(BarController, BarElement, CategoryScale, Legend, LineController, LineElement, LinearScale, PointElement, Tooltip);

// Distinguishable by lightness too, and in line charts by dashes.
const COLORS = { light: ["#1b5e8c", "#b3541e", "#24663f", "#7a3b8f", "#855500", "#55616a"], dark: ["#86c0e8", "#f0a878", "#86d3a5", "#d3a4e4", "#e6c078", "#c3ccd2"] };
const DASHES = [[], [6, 4], [2, 3], [10, 4, 2, 4], [4, 2], [1, 4]];

/** Draws a chart on this canvas and returns a function that removes it. */
export function draw(canvas: HTMLCanvasElement, kind: "bar" | "line", labels: string[], series: Series[]): () => void {
  const style = getComputedStyle(canvas);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const colors = style.colorScheme.includes("dark") ? COLORS.dark : COLORS.light;
  const text = { color: token("--ink"), font: { family: style.fontFamily, size: 13 } };
  const unit = series[0]?.unit ?? "";
  const chart = new Chart(canvas, {
    type: kind,
    data: {
      labels,
      datasets: series.map((one, at) => {
        const color = colors[at % colors.length] ?? "#888888";
        return {
          label: one.name,
          data: one.values,
          backgroundColor: color,
          borderColor: color,
          borderWidth: kind === "line" ? 2 : 0,
          borderDash: kind === "line" ? (DASHES[at % DASHES.length] ?? []) : [],
          pointRadius: 3,
          maxBarThickness: 48,
          spanGaps: false,
        };
      }),
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      plugins: { legend: { display: series.length > 1, labels: text } },
      scales: {
        x: { ticks: text, grid: { display: false }, border: { color: token("--line-strong") } },
        y: { beginAtZero: kind === "bar", ticks: text, grid: { color: token("--line") }, border: { display: false }, title: { display: unit !== "", text: unit, ...text } },
      },
    },
  });
  return () => chart.destroy();
}
