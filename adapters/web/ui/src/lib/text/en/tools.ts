import type { Text } from "../shape";

/** Views beside the answer: artifacts, checkpoints, the run's log, verifying, threads, settings, admin, set-up. */
export const tools = {
  "artifacts.title": "Tables",
  "checkpoints.title": "Checkpoints",
  "log.title": "Run log",
  "verify.title": "Verify",
  "threads.title": "Threads",
  "settings.title": "Settings",
  "admin.title": "Admin",
  "setup.title": "Set up",
} satisfies Record<string, Text>;
