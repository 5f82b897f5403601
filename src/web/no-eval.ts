/**
 * Zod tests whether it may compile code, which the content security policy blocks and reports. This must be set before
 * the first schema is declared, so `main.tsx` imports it first. Zod reads its settings from this global when it loads.
 * The login needs nothing else from Zod, so Zod is not imported here.
 */
import type { $ZodConfig } from 'zod/v4/core'

declare global {
  var __zod_globalConfig: Partial<$ZodConfig> | undefined
}

globalThis.__zod_globalConfig = { jitless: true }
